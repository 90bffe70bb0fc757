/* Which addresses a page may be fetched from: a table, one line a case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef struct address_case {
  const char *text;
  bool is_public;
} address_case;

static const address_case cases[] = {
    {"8.8.8.8", true},
    {"1.1.1.1", true},
    {"93.184.216.34", true},
    {"0.0.0.0", false},
    {"0.255.255.255", false},
    {"1.0.0.0", true},
    {"9.255.255.255", true},
    {"10.0.0.0", false},
    {"10.255.255.255", false},
    {"11.0.0.0", true},
    {"100.63.255.255", true},
    {"100.64.0.0", false},
    {"100.127.255.255", false},
    {"100.128.0.0", true},
    {"126.255.255.255", true},
    {"127.0.0.1", false},
    {"127.255.255.255", false},
    {"128.0.0.0", true},
    {"169.253.255.255", true},
    {"169.254.0.0", false},
    {"169.254.169.254", false},
    {"169.254.255.255", false},
    {"169.255.0.0", true},
    {"172.15.255.255", true},
    {"172.16.0.0", false},
    {"172.31.255.255", false},
    {"172.32.0.0", true},
    {"192.0.0.0", false},
    {"192.0.0.255", false},
    {"192.0.1.0", true},
    {"192.0.2.1", false},
    {"192.88.99.1", false},
    {"192.167.255.255", true},
    {"192.168.0.0", false},
    {"192.168.255.255", false},
    {"192.169.0.0", true},
    {"198.17.255.255", true},
    {"198.18.0.0", false},
    {"198.19.255.255", false},
    {"198.20.0.0", true},
    {"198.51.100.7", false},
    {"203.0.113.7", false},
    {"223.255.255.255", true},
    {"224.0.0.1", false},
    {"239.255.255.255", false},
    {"240.0.0.1", false},
    {"255.255.255.255", false},
    {"2606:4700:4700::1111", true},
    {"2a00:1450:4001:80e::200e", true},
    {"::", false},
    {"::1", false},
    {"::2", false},
    {"::8.8.8.8", false}, /* "compatible", long gone */
    {"::ffff:127.0.0.1", false},
    {"::ffff:10.1.2.3", false},
    {"::ffff:169.254.169.254", false},
    {"::ffff:8.8.8.8", true},
    {"::ffff:0:127.0.0.1", false},
    {"64:ff9b::7f00:1", false},
    {"64:ff9b::c0a8:101", false},
    {"64:ff9b::808:808", true},
    {"64:ff9b:1::808:808", false},
    {"2002:7f00:1::", false},
    {"2002:c0a8:101::1", false},
    {"2002:808:808::1", true},
    {"2001::1", false}, /* Teredo */
    {"2001:0:4136:e378:8000:63bf:3fff:fdd2", false},
    {"2001:10::1", false},
    {"2001:1ff:ffff::", false},
    {"2001:200::1", true},
    {"2001:db8::1", false},
    {"2001:db9::1", true},
    {"3fff::1", false},
    {"3fff:fff::1", false},
    {"3fff:1000::1", true},
    {"100::1", false},
    {"1fff::1", false},
    {"4000::1", false},
    {"5f00::1", false},
    {"fc00::1", false},
    {"fd12:3456::1", false},
    {"fe80::1", false},
    {"febf::1", false},
    {"fec0::1", false},
    {"ff02::1", false},
    {"2a00:1::5efe:10.0.0.1", false},
    {"2a00:1::200:5efe:192.168.0.1", false},
    {"2a00:1::5efe:8.8.8.8", true},
    {"", false},
    {"localhost", false},
    {"127.1", false},
    {"0x7f000001", false},
};

static void
table(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++)
    if (peer_text_is_public(cases[i].text) != cases[i].is_public)
      fail_msg("%s is public: %d", cases[i].text, !cases[i].is_public);
}

/* Every address of IPv4 says the same in all forms that carry it. */
static void
forms_agree(void **state)
{
  (void)state;
  for (uint32_t n = 0; n < 1u << 16; n++) {
    uint8_t plain[4] = {(uint8_t)(n >> 8), (uint8_t)n, (uint8_t)(n * 7),
                        (uint8_t)(n * 13)};
    uint8_t mapped[16] = {[10] = 0xFF, [11] = 0xFF};
    uint8_t nat64[16] = {0, 0x64, 0xFF, 0x9B};
    uint8_t six[16] = {0x20, 0x02};
    memcpy(mapped + 12, plain, 4);
    memcpy(nat64 + 12, plain, 4);
    memcpy(six + 2, plain, 4);
    bool is_public = peer_is_public4(plain);
    assert_int_equal(peer_is_public6(mapped), is_public);
    assert_int_equal(peer_is_public6(nat64), is_public);
    assert_int_equal(peer_is_public6(six), is_public);
  }
}

static void
as_the_system_has_it(void **state)
{
  (void)state;
  struct sockaddr_in in4 = {.sin_family = AF_INET};
  struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
  struct sockaddr local = {.sa_family = AF_UNIX};
  assert_int_equal(inet_pton(AF_INET, "8.8.4.4", &in4.sin_addr), 1);
  assert_true(peer_is_public((const struct sockaddr *)&in4));
  assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &in4.sin_addr), 1);
  assert_false(peer_is_public((const struct sockaddr *)&in4));
  assert_int_equal(inet_pton(AF_INET6, "2606:4700::1", &in6.sin6_addr), 1);
  assert_true(peer_is_public((const struct sockaddr *)&in6));
  assert_int_equal(inet_pton(AF_INET6, "::ffff:10.0.0.1", &in6.sin6_addr), 1);
  assert_false(peer_is_public((const struct sockaddr *)&in6));
  assert_false(peer_is_public(&local));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table),
      cmocka_unit_test(forms_agree),
      cmocka_unit_test(as_the_system_has_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
