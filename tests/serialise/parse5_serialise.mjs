// Pages through parse5 and back: JSON lines in, JSON lines out.
//
// Usage: node parse5_serialise.mjs FOLDER PAGES OUT
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, pages, out] = process.argv.slice(2);
const entry = path.join(folder, "node_modules/parse5/dist/index.js");
const { parse, serialize } = await import(pathToFileURL(entry));
const done = fs.createWriteStream(out);
const lines = readline.createInterface({ input: fs.createReadStream(pages) });
for await (const line of lines) {
  const page = JSON.parse(line);
  page.html = serialize(parse(page.html));
  if (!done.write(JSON.stringify(page) + "\n"))
    await new Promise((resolve) => done.once("drain", resolve));
}
done.end();
