// safe_parse5.mjs MODULES FOLDER|-: every file of the folder, or every page of
// standard input (its length on a line before it, see check_safe.c), is safe
// HTML, as parse5 sees it with scripting off and on. MODULES is where parse5 is.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, folder] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/`));
const { parse } = await import(pathToFileURL(require.resolve('parse5')));

const HTML = 'http://www.w3.org/1999/xhtml';
const FORBIDDEN = new Set(('script style noscript iframe object embed applet form '
  + 'input button select textarea base frame frameset template svg math xmp '
  + 'plaintext noembed noframes portal').split(' '));

function complain(node) {
  if (node.nodeName === '#comment') return 'a comment';
  if (!node.tagName) return null;
  if (node.namespaceURI !== HTML || FORBIDDEN.has(node.tagName)) return node.tagName;
  for (const { name, value } of node.attrs) {
    if (/^on|^style$|^srcdoc$|action$|^http-equiv$/i.test(name)) return name;
    if (!/^(href|src)$/.test(name)) continue;
    const url = new URL(value, 'http://base.example/');
    if (!/^(https?|mailto|tel):$/.test(url.protocol)) return value;
  }
  return null;
}

function* walk(node) {
  const open = [node];
  while (open.length > 0) {
    const at = open.pop();
    yield at;
    open.push(...(at.childNodes ?? []), ...(at.content ? [at.content] : []));
  }
}

function* filePages() {
  for (const name of readdirSync(folder).filter((one) => /\.html$/.test(one)))
    yield [name, readFileSync(join(folder, name), 'utf8')];
}

// Pages come in pieces; a page is whole when its length is there.
async function* streamPages() {
  let rest = Buffer.alloc(0), number = 0;
  for await (const piece of process.stdin) {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const line = rest.indexOf(10);
      const to = line + 1 + Number(rest.subarray(0, Math.max(line, 0)));
      if (line < 0 || to > rest.length) break;
      yield [`page ${++number}`, rest.subarray(line + 1, to).toString('utf8')];
      rest = rest.subarray(to);
    }
  }
}

let failed = 0, pages = 0;
for await (const [name, text] of folder === '-' ? streamPages() : filePages()) {
  pages++;
  for (const scriptingEnabled of [false, true]) {
    for (const node of walk(parse(text, { scriptingEnabled }))) {
      let what;
      try { what = complain(node); } catch { what = null; } // no address at all
      if (!what) continue;
      failed++;
      console.log(`${name}: scripting ${scriptingEnabled}: ${what}`);
    }
  }
}
console.log(`parse5: ${pages} pages, ${failed} findings`);
process.exitCode = failed > 0 || pages < 500 ? 1 : 0;
