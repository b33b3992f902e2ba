import { outlineText } from "../../src/text/outline/outline-text.ts";
import { readObservables } from "../../src/pipeline/observables/context/read-observables.ts";
import { count, median, ms, perSecond, times } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { row } from "./report.ts";

const SIZES = [250_000, 500_000, 1_000_000];

/** Texts made to be slow to search, by the class of pattern that they target. */
const WORST: Readonly<Record<string, string>> = {
  "prose without any": "The actor moved laterally and staged what it found on a share. ",
  "dots alone": ".",
  "dots and letters": "a.",
  "labels without a suffix": "aaaa.bbbb.cccc.",
  "domains in a row": "evil-host.com ",
  "subdomains without end": "a.b.c.d.e.f.com.",
  hyphens: "a-",
  "hyphens and dots": "-.-",
  digits: "1",
  "digits and dots": "1.",
  "addresses in a row": "185.100.87.12 ",
  "addresses joined": "185.100.87.12.",
  "ranges of addresses": "1.2.3.4-",
  "version numbers": "version 1.2.3.4 ",
  "hexadecimal digits": "a0",
  "hashes in a row": "d41d8cd98f00b204e9800998ecf8427e ",
  "hashes joined": "d41d8cd98f00b204e9800998ecf8427e-",
  "CVE begun": "CVE-2024-",
  "CVE numbers": "CVE-2024-12345 ",
  "CVE with digits without end": "CVE-2024-1111111111111111111",
  "schemes begun": "hxxp",
  "schemes and colons": "hxxp[:]//",
  "brackets opened": "[",
  "brackets with blanks": "[  ",
  "brackets around dots": "[.]",
  "dots in words": " (dot) ",
  "dots in words begun": "( d",
  "blanks alone": " ",
  "at signs": "a@",
  "mail addresses": "a@b.com ",
  backslashes: "\\.",
  slashes: "/a.b/",
  "zero-width spaces": "a\u200B.",
  "letters of every script": "пример.рф 例え.jp ",
  "scripts that change": "a例.",
  "combining marks": "e\u0301.",
  punycode: "xn--e1afmkfd.xn--p1ai ",
  "lone surrogates": "\uD800.",
  "halves of hashes": "36b0d29532c1af1af2090d140ebcff4f53\n",
  "halves of names": "abc\nde[.]com\n",
  "URLs broken off": "https://a.co/b-\n",
  "URLs in URLs": "http://a.co/",
  "paths with blanks": "C:\\a b",
  "registry keys": "HKLM\\a ",
  "Unix paths": "/tmp/",
  "variables begun": "%a%\\",
  "mutexes without a name": "mutex\n",
  "user agents begun": "Mozilla/5.0 (",
  "rows of a table": "a|93805d378fdbbbb21b24287cf3e22d82\n",
  "feet of pages": "TLP:CLEAR\n",
  "IPv6 begun": "1::",
  "quoted file names": '"a b.exe" ',
  "items of lists": "- evil-host.com\n",
  "rows of tables": "a\tevil-host.com\tb\n",
  "cells in one line": "a\tevil-host.com\t",
  "heads of tables": "Indicator|Type|Source\nevil-host.com|b|c\n",
  "headings and values": "Indicators of Compromise\nevil-host.com\n",
  "headings alone": "Indicators of Compromise\n",
  "words that say something of values": "malware c2 beacon see victim service evil-host.com ",
  "sentences with values": "See evil-host.com. ",
  "words over lists": "The following were seen:\nevil-host.com\n",
};

/** The same with all values distinct, so that nothing can be cached. */
const DISTINCT: Readonly<Record<string, (i: number) => string>> = {
  "distinct domains": (i) => `evil-${i}.com `,
  "distinct defanged domains": (i) => `evil-${i}[.]com `,
  "distinct domains in Cyrillic": (i) => `пример${i}.рф `,
  "distinct domains in Japanese": (i) => `例え${i}.jp `,
  "distinct suffixes": (i) => `a.b${i} `,
  "distinct addresses": (i) => `20.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255} `,
  "distinct hashes": (i) => `${i.toString(16).padStart(32, "c0ffee")} `,
  "distinct CVEs": (i) => `CVE-2024-${10_000 + i} `,
  "distinct URLs": (i) => `hxxps[:]//evil-${i}[.]co[.]uk/a/b.php?c=${i} `,
};

const encoder = new TextEncoder();

/** Returns a text of this many UTF-8 bytes from repeated units. */
function textOf(unit: string | ((i: number) => string), size: number): string {
  if (typeof unit === "string") {
    return unit.repeat(Math.floor(size / encoder.encode(unit).length));
  }
  const parts: string[] = [];
  for (let i = 0, bytes = 0; bytes < size; i += 1) {
    parts.push(unit(i));
    bytes += encoder.encode(parts.at(-1)).length;
  }
  return parts.join("");
}

/** Analyzes a text like the service: its values, and the context around them. */
const readText = (text: string) => readObservables(outlineText(text), { publisher: null });

function timeOf(text: string): number {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    readText(text);
    runs.push(performance.now() - start);
  }
  return median(runs);
}

/** Returns paragraphs, a list and a table as in reports. Each repetition has other values. */
function reportPart(i: number): string {
  const hex = (length: number) => (i + 1).toString(16).padStart(length, "3f9c07a1d5e2b864");
  const sentence =
    "The operators kept access for several weeks, moved laterally with stolen credentials and staged what they found on a file server before they took it out of the network. ";
  return `Finding ${i}
${sentence.repeat(9)}
On the second day the loader C:\\ProgramData\\Sync\\sync${i}.dll wrote HKCU\\Software\\Sync${i}\\Run and called hxxps://cdn-${i}[.]sync-host[.]com/gate.php, which answered from 45.138.${i & 255}[.]71.
${sentence.repeat(6)}
Indicators of compromise
sync-${i}[.]net
${hex(64)}
a${i}.exe\t${hex(32)}\t${hex(40)}
CVE-2024-${10_000 + i} was used, see https://www.vendor.com/blog/${i}/.
${sentence.repeat(4)}
`;
}

/** Measures how much of typical reports is analyzed per second. */
function benchReports(): void {
  const text = textOf(reportPart, 20_000_000);
  const megabytes = encoder.encode(text).length / 1e6;
  row("observables: ordinary reports", perSecond(megabytes / (timeOf(text) / 1_000), "MB"));
}

/** Measures observable extraction: milliseconds per megabyte of worst cases, and their growth. */
export function benchExtraction(): void {
  benchReports();
  // All late compilation has happened by now.
  const cases = Object.entries({ ...WORST, ...DISTINCT });
  for (const [, unit] of cases) readText(textOf(unit, 50_000));
  const found = cases.map(([name, unit]) => {
    const took = SIZES.map((size) => timeOf(textOf(unit, size)));
    const [least = 0, , most = 0] = took;
    return { name, most, growth: most / Math.max(least, 0.01) / 4, took };
  });
  const slowest = found.toSorted((a, b) => b.most - a.most).slice(0, 5);
  row("observables: kinds of worst cases", count(found.length, "kinds"));
  for (const [place, { name, took }] of slowest.entries()) {
    const figures = took.map((time, i) => ms(time, `${(SIZES[i] ?? 0) / 1_000} KB`));
    row(`observables: the slowest, place ${place + 1}`, figures, name);
  }
  // Less than a millisecond is noise.
  const steep = found
    .filter(({ most }) => most > 4)
    .toSorted((a, b) => b.growth - a.growth)
    .slice(0, 3);
  for (const [place, { name, growth }] of steep.entries()) {
    const figure = times(growth, "of linear, to four times the size", "neither");
    row(`observables: the steepest, place ${place + 1}`, figure, name);
  }
}
