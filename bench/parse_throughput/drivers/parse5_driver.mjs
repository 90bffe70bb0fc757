// parse5 for the round protocol of driver_rounds.h. Argument: LIST.
//
// parse5 takes a JavaScript string, so the pages are decoded before the clock
// starts, which favours it a little. Of processor time, which counts the
// engine's compiler and collector threads too, and time on the wall, which
// counts our neighbours, the smaller is taken. Peak memory is that of the whole process
// and includes rubbish that the engine has not yet collected.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [listPath, modules] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${modules}/`));
const { parse } = await import(pathToFileURL(require.resolve('parse5')));
const { version } = JSON.parse(
  readFileSync(`${modules}/node_modules/parse5/package.json`, 'utf8'),
);

const statusKb = (field) => {
  const text = readFileSync('/proc/self/status', 'utf8');
  const found = text.match(new RegExp(`^${field}\\s+(\\d+)`, 'm'));
  return found ? Number(found[1]) : 0;
};

let bytes = 0;
const pages = readFileSync(listPath, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((path) => {
    const raw = readFileSync(path);
    bytes += raw.length;
    return new TextDecoder('utf-8').decode(raw);
  });

const greeting = {
  version: `parse5 ${version} (node ${process.versions.node})`,
  pages: pages.length,
  bytes,
};
console.log(JSON.stringify(greeting));

const residentBefore = statusKb('VmRSS:');
for await (const line of createInterface({ input: process.stdin })) {
  let best = Infinity;
  for (let n = Number(line); n > 0; n--) {
    const start = process.hrtime.bigint();
    const before = process.cpuUsage();
    for (const page of pages) parse(page);
    const used = process.cpuUsage(before);
    const wall = Number(process.hrtime.bigint() - start) / 1e9;
    best = Math.min(best, wall, (used.user + used.system) / 1e6);
  }
  const peak = statusKb('VmHWM:') - residentBefore;
  console.log(JSON.stringify({ seconds: best, peak_kb: peak }));
}
