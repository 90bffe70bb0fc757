"""A web server on loopback with everything a crawler can meet.

    with Server() as server:
        ... server.url("/") ...
        server.log      the requests that came: (host address, path)

Bounded: every answer ends, at the latest after SLOW_SECONDS, and the server
takes no more than MOST_REQUESTS.
"""
import gzip
import http.server
import socket
import threading
import time
import zlib

SLOW_SECONDS = 6
MOST_REQUESTS = 3000
ROBOTS = """# rules of the test site
User-agent: other
Disallow: /

User-agent: *
Disallow: /private/
Allow: /private/open.html
Disallow: /*?print=
"""
MENU = "".join(f'<li><a href="{path}">{name}</a></li>' for path, name in (
    ("/", "Home"), ("/about.html", "About"), ("/private/a.html", "Private"),
    ("/private/open.html", "Open"), ("/news/", "News")))


def page(title, body, links=()):
    listed = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title}"
            f"</title></head><body><ul class=menu>{MENU}</ul><div class=main>"
            f"<h1>{title}</h1><p>{body}</p><ul>{listed}</ul></div><div class=foot>"
            "<p>All rights reserved</p><p>Imprint</p><p>Privacy</p></div>"
            "</body></html>").encode()


def words(number, count=60):
    """Words that no other story has."""
    name = "".join(chr(97 + int(digit)) for digit in f"{number:02}")
    return " ".join(f"{name}{chr(97 + n % 26)}{chr(97 + n // 26)}ly"
                    for n in range(count)) + "."


def story_path(number):
    return f"/news/{2020 + number % 5}/{number % 12 + 1:02}/story-{number}.html"


def bomb():
    """A gigabyte of blanks in a megabyte of gzip, made piece by piece."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = b" " * (1 << 20)
    return b"".join(packer.compress(piece) for _ in range(1024)) + packer.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def log_message(self, *args):
        pass

    def do_GET(self):
        server = self.server.owner
        with server.lock:
            server.log.append((self.connection.getsockname()[0], self.path))
            server.heads.append(dict(self.headers))
            server.times.append(time.monotonic())
            too_many = len(server.log) > MOST_REQUESTS
        if too_many:
            self.close_connection = True
            return
        try:
            server.answer(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def say(self, body, status=200, kind="text/html; charset=utf-8", **heads):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in heads.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in heads:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def redirect(self, to, status=302):
        self.say(b"moved", status, Location=to)

    def raw(self, data, slowly=0.0):
        """Bytes as they are, one by one when slow; then the connection ends."""
        self.close_connection = True
        if not slowly:
            self.wfile.write(data)
            return
        end = time.monotonic() + SLOW_SECONDS
        for byte in data:
            if time.monotonic() > end:
                return
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(slowly)


class Server:
    """The site `answer` on an address of this machine."""

    def __init__(self, answer=None, address="127.0.0.1", port=0, tls=None):
        self.log, self.heads, self.times = [], [], []
        self.lock = threading.Lock()
        self.handle = answer or Site()
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        kind = type("Bound", (http.server.ThreadingHTTPServer,),
                    {"address_family": family, "daemon_threads": True,
                     "handle_error": lambda *_: None})
        self.server = kind((address, port), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.scheme = "https" if tls else "http"
        self.server.owner = self
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever,
                                       kwargs={"poll_interval": 0.05})

    def answer(self, request):
        self.handle(request)

    def url(self, path="/", host="127.0.0.1"):
        return f"{self.scheme}://{host}:{self.port}{path}"

    @property
    def paths(self):
        return [path for _, path in self.log]

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Site:
    """Stories that link in circles, and a shelf of bad pages."""
    STORIES = 24

    def __init__(self, robots=ROBOTS, robots_status=200, pause=0.0):
        self.robots, self.robots_status, self.pause = robots, robots_status, pause

    def __call__(self, request):
        if request.path == "/robots.txt":
            request.say(self.robots.encode(), self.robots_status, "text/plain")
            return
        if self.pause:
            time.sleep(self.pause)
        name = request.path.split("?")[0].strip("/").replace("/", "_")
        name = name.replace(".", "_").replace("-", "_")
        found = getattr(self, "get_" + name, None)
        if request.path == "/":
            self.home(request)
        elif found:
            found(request)
        elif request.path.startswith("/news/") and "story-" in request.path:
            self.story(request)
        elif request.path.startswith(("/private/", "/about", "/trap/", "/news")):
            self.plain(request)
        else:
            request.say(b"no", 404)

    def home(self, request):
        links = [story_path(n) for n in range(self.STORIES)]
        links += ["/bad/" + name for name in BAD]
        links += ["/private/a.html", "/private/b.html", "/about.html?print=1",
                  "/trap/0/", "mailto:x@example.org", "ftp://127.0.0.1/x",
                  "file:///etc/passwd", "/picture.jpg", "javascript:go()"]
        request.say(page("Home", "the first page", links))

    def plain(self, request):
        step = request.path.rstrip("/").rsplit("/", 1)[-1]
        deeper = [f"/trap/{int(step) + 1}/"] if step.isdigit() else []
        request.say(page(f"Page {request.path}", f"text of {request.path}", deeper))

    def story(self, request):
        number = int(request.path.rsplit("story-", 1)[1].split(".")[0].split("_")[0])
        others = [story_path((number + step) % self.STORIES) for step in (1, 2, 5)]
        body = page(f"Story {number} {request.path}", words(number),
                    others)
        paging = (f'<a rel="next" href="{story_path(number)[:-5]}_2.html">2</a>'
                  f'<a href="{story_path((number + 7) % self.STORIES)}">next</a>')
        request.say(body.replace(b"</body>", paging.encode() + b"</body>"))

    # --- the shelf: /bad/NAME

    def get_bad_truncated(self, request):
        request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    b"Content-Length: 5000\r\n\r\n<p>half a page")

    def get_bad_short_length(self, request):
        body = page("Short", "longer than it says")
        request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    b"Content-Length: 60\r\n\r\n" + body)

    def get_bad_two_lengths(self, request):
        request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    b"Content-Length: -1\r\nContent-Length: 99999999999999999999"
                    b"\r\n\r\n<p>x")

    def get_bad_no_type(self, request):
        request.say(page("No type", "a page all the same"), kind=None)

    def get_bad_binary(self, request):
        request.say(bytes(range(256)) * 8)

    def get_bad_binary_no_type(self, request):
        request.say(bytes(range(256)) * 8, kind=None)

    def get_bad_image(self, request):
        request.say(b"\x89PNG" * 100, kind="image/png")

    def get_bad_slow(self, request):
        request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    b"Content-Length: 900\r\n\r\n" + b"x" * 900, slowly=0.1)

    def get_bad_silent(self, request):
        time.sleep(SLOW_SECONDS)
        request.close_connection = True

    def get_bad_empty(self, request):
        request.raw(b"")

    def get_bad_garbage(self, request):
        request.raw(b"\0\1\2 no HTTP at all\r\n\r\n")

    def get_bad_bomb(self, request):
        request.say(self.bomb, Content_Encoding="gzip")

    def get_bad_twice(self, request):
        request.say(gzip.compress(gzip.compress(page("Twice", "packed twice"))),
                    Content_Encoding="gzip, gzip")

    def get_bad_thrice(self, request):
        request.say(b"x" * 100, Content_Encoding="gzip, gzip, gzip")

    def get_bad_not_packed(self, request):
        request.say(page("Not packed", "as it says"), Content_Encoding="gzip")

    def get_bad_packed(self, request):
        request.say(gzip.compress(page("Packed", "once")), Content_Encoding="gzip")

    def get_bad_chunked(self, request):
        body = page("Chunked", "in pieces")
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        for i in range(0, len(body), 50):
            part = body[i:i + 50]
            request.wfile.write(b"%x;e=1\r\n%s\r\n" % (len(part), part))
        request.wfile.write(b"0\r\n\r\n")

    def get_bad_chunk_size(self, request):
        request.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n<p>x")

    def get_bad_head(self, request):
        lines = b"".join(b"X-Line-%d: %s\r\n" % (n, b"x" * 900) for n in range(200))
        request.raw(b"HTTP/1.1 200 OK\r\n" + lines + b"\r\n<p>x")

    def get_bad_header_line(self, request):
        request.raw(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 103000 + b"\r\n\r\n<p>x")

    def get_bad_charset(self, request):
        text = page("Кодировка", "текст на русском языке " * 9).decode()
        text = text.replace("<meta charset=utf-8>", "")
        request.say(text.encode("cp1251"), kind="text/html; charset=utf-8")

    def get_bad_charset_right(self, request):
        text = page("Кодировка", "ещё один текст " * 9).decode()
        request.say(text.replace("utf-8", "windows-1251").encode("cp1251"),
                    kind='Text/HTML; Charset="Windows-1251"')

    def get_bad_copy(self, request):
        self.story(type("Same", (), {"path": story_path(1), "say": request.say}))

    def get_bad_nofollow(self, request):
        body = page("No follow", "x", ["/hidden/1.html"])
        request.say(body.replace(b"<head>", b"<head><meta name=robots "
                                            b"content='noindex, nofollow'>"))

    def get_bad_error(self, request):
        request.say(b"<p>later", 503, Retry_After="0")

    def get_bad_moved(self, request):
        request.redirect("/moved/here.html", 301)

    def get_moved_here_html(self, request):
        request.say(page("Moved", "here now"))

    def get_bad_to_known(self, request):
        request.redirect("/about.html", 308)

    def get_bad_loop(self, request):
        request.redirect("/bad/loop")

    def get_bad_endless(self, request):
        self.step(request, 99)

    def get_bad_five(self, request):
        self.step(request, 5)

    def get_bad_six(self, request):
        self.step(request, 6)

    def step(self, request, most):
        at = int(request.path.partition("?")[2] or 0)
        if at < most:
            request.redirect(f"{request.path.partition('?')[0]}?{at + 1}")
        else:
            request.say(page(f"Steps {most}", f"after {most} steps"))

    def get_bad_to_file(self, request):
        request.redirect("file:///etc/passwd")

    def get_bad_to_nowhere(self, request):
        request.redirect("")

    def get_bad_to_gopher(self, request):
        request.redirect("gopher://127.0.0.1:1/x")

    def get_bad_to_private_path(self, request):
        request.redirect("/private/unlinked.html")

    def get_bad_to_other_host(self, request):
        request.redirect("http://localhost:%d/elsewhere" %
                         request.server.owner.port)


Site.bomb = bomb()
BAD = [name[len("get_bad_"):] for name in dir(Site) if name.startswith("get_bad_")]
