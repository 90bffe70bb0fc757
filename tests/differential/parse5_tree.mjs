// parse5's trees in the html5lib format.
//
// Arguments: MODULES LIST, the folder whose node_modules holds parse5 and a
// list of "PAGE<tab>TREE" lines. Scripting is off, as in `pith parse --tree`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [modules, listPath] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/`));
const { parse } = await import(pathToFileURL(require.resolve('parse5')));

const SPACES = {
  'http://www.w3.org/1999/xhtml': '',
  'http://www.w3.org/2000/svg': 'svg ',
  'http://www.w3.org/1998/Math/MathML': 'math ',
};

function attributeName({ name, prefix, namespace }) {
  if (!namespace) return name;
  return prefix ? `${prefix} ${name}` : `xmlns ${name}`;
}

function elementLines(node, indent) {
  const lines = [`| ${indent}<${SPACES[node.namespaceURI]}${node.tagName}>`];
  const shown = node.attrs.map((a) => [attributeName(a), a.value]);
  shown.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [name, value] of shown) lines.push(`| ${indent}  ${name}="${value}"`);
  return lines;
}

function doctypeLine({ name, publicId, systemId }) {
  const ids = publicId || systemId ? ` "${publicId}" "${systemId}"` : '';
  return `| <!DOCTYPE ${name}${ids}>`;
}

function nodeLines(node, indent) {
  switch (node.nodeName) {
    case '#text':
      return [`| ${indent}"${node.value}"`];
    case '#comment':
      return [`| ${indent}<!-- ${node.data} -->`];
    case '#documentType':
      return [doctypeLine(node)];
    case 'template':
      if (node.content) return [...elementLines(node, indent), `| ${indent}  content`];
  }
  return elementLines(node, indent);
}

// Depth first without recursion: what is still to be written, last first.
function treeText(document) {
  const lines = [];
  const todo = document.childNodes.map((node) => [node, 0]).reverse();
  while (todo.length) {
    const [node, depth] = todo.pop();
    for (const line of nodeLines(node, '  '.repeat(depth))) lines.push(line);
    const inside = node.content ? node.content.childNodes : node.childNodes;
    const step = node.content ? 2 : 1;
    for (let i = (inside ?? []).length - 1; i >= 0; i--) {
      todo.push([inside[i], depth + step]);
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

for (const line of readFileSync(listPath, 'utf8').split('\n').filter(Boolean)) {
  const [page, tree] = line.split('\t');
  const html = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(page));
  writeFileSync(tree, treeText(parse(html, { scriptingEnabled: false })));
}
