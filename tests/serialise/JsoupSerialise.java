// Pages through jsoup and back. Lines are base64, because Java reads no JSON.
//
// Usage: java -cp jsoup.jar JsoupSerialise.java PAGES OUT
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jsoup.Jsoup;

class JsoupSerialise {
  public static void main(String[] names) throws Exception {
    try (var lines = Files.lines(Path.of(names[0])); var out = Files.newBufferedWriter(Path.of(names[1]))) {
      for (String line : (Iterable<String>) lines::iterator) {
        String html = new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
        byte[] back = Jsoup.parse(html).outerHtml().getBytes(StandardCharsets.UTF_8);
        out.write(Base64.getEncoder().encodeToString(back));
        out.write("\n");
      }
    }
  }
}
