/**
 * Writes what the encoder is trained on, as ids of words and classes:
 *   node scripts/model/encoder/write-rows.ts <bundle> <documents.jsonl.gz> <labels folder> <out folder>
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wordIds, STEM_BASE } from "../../../src/reading/analyser/model/encoder/word-ids.ts";
import { FUNCTION_WORDS } from "../../../src/reading/analyser/model/encoder/function-words.ts";
import { toPlain } from "../plain-text.ts";
import { readReports } from "../labelled-reports.ts";
import { foldOf } from "../fit-calibration.ts";
import { readSource } from "../read-source.ts";
import { ownExamples } from "../own-sentences.ts";
import { readFileSync, existsSync } from "node:fs";
import { buildNameMask } from "../../../src/reading/analyser/model/name-mask.ts";

const [bundle, documents, labels, out] = process.argv.slice(2);
const { release, source } = await readSource(bundle);
const { corpus, vectors, own, guidance, short } = source;
const classOf = new Map(corpus.techniques.map((id, i) => [id, i + 1]));
const mask = corpus.mask;
const FOLDS = 4;
const lines = [];
// title of short texts -> fold of each line
const foldOfLine = new Map();
for (const { title } of Object.values(short).flat()) {
  const f = foldOf({ title }, FOLDS);
  for (const l of title.split("\n")) foldOfLine.set(l, (foldOfLine.get(l) ?? 0) | (1 << f));
}
/** Bits of the folds in which a text is held out. */
const heldBits = (text) => {
  const ls = toPlain(text).split("\n");
  let bits = 15;
  for (const l of ls) bits &= foldOfLine.get(l) ?? 0;
  return bits;
};
const add = (kind, text, targets, weight, held, extra = {}) => {
  const ids = wordIds(text, vectors.table, mask);
  if (ids.length < 2) return;
  lines.push(JSON.stringify({ k: kind, x: ids, y: targets, w: weight, h: held, ...extra }));
};
for (const e of corpus.examples) add(e.targets[0] === 0 ? "background" : e.weight === 1 ? "procedure" : "definition", toPlain(e.text), e.targets, e.weight, heldBits(e.text));
for (const e of ownExamples(own, corpus)) add("own", e.text, e.targets.length ? e.targets : [0], e.weight, heldBits(e.text));
for (const g of guidance) add("guidance", toPlain(g), [0], 0.5, heldBits(g));
const folderOf = (title) => 1 << foldOf({ title }, FOLDS);
if (existsSync(documents)) {
  const index = JSON.parse(readFileSync("/work/labels/index.json", "utf8"));
  const reports = readReports(documents, release);
  const byTitle = Map.groupBy(index.filter((d) => d.source === "tram"), (d) => d.title);
  for (const r of reports) {
    const entry = byTitle.get(r.title).find((d) => d.sentences === r.sentences.length);
    const path = entry && `${labels}/${entry.id}.tsv`;
    const held = folderOf(r.title);
    const dense = new Map();
    if (path && existsSync(path)) for (const l of readFileSync(path, "utf8").split("\n")) {
      const f = l.split("|"); if (f.length < 5) continue;
      const n = Number(f[0]); if (!dense.has(n)) dense.set(n, []); dense.get(n).push(f);
    }
    const has = path && existsSync(path);
    r.sentences.forEach((text, at) => {
      if (text.length < 15) return;
      const marked = [...r.gold[at]].map((id) => classOf.get(id) ?? 0).filter((c) => c > 0);
      if (!has) { add("tram", text, marked.length ? marked : [0], marked.length ? 0.7 : 0.3, held, { d: r.title.slice(0, 30) }); return; }
      const ls = dense.get(at) ?? [];
      const y = new Set(), open = new Set();
      const agents = new Set(), pol = new Set();
      for (const [, id, a, p, , m] of ls) {
        const c = classOf.get(release.replacements.get(id) ?? id) ?? 0; if (!c) continue;
        const act = "am".includes(a) && "+x".includes(p);
        if (m === "~") open.add(c); else if (act) y.add(c);
        agents.add(a); pol.add(p);
      }
      for (const c of marked) if (!y.has(c)) open.add(c);
      add("dense", text, y.size ? [...y] : [0], 1, held, { o: [...open].filter((c) => !y.has(c)), m: marked, a: [...agents].join(""), p: [...pol].join(""), d: r.title.slice(0, 30) });
    });
    for (const { text, technique } of r.spans) { const c = classOf.get(technique); if (c && !has) add("span", text, [c], 0.7, held); }
  }
}
// gold texts for measuring
if (existsSync("/work/labels/out/gold")) {
  const index = JSON.parse(readFileSync("/work/labels/index.json", "utf8"));
  for (const d of index) {
    const p = `/work/labels/out/gold/${d.id}.tsv`;
    if (d.source === "tram" || !existsSync(p)) continue;
    const dense = new Map();
    for (const l of readFileSync(p, "utf8").split("\n")) { const f = l.split("|"); if (f.length < 5) continue; const n = f[0]; if (!dense.has(n)) dense.set(n, []); dense.get(n).push(f); }
    for (const l of readFileSync(`/work/labels/in/${d.id}.txt`, "utf8").split("\n")) {
      if (l === "" || l.startsWith("#")) continue;
      const sp = l.indexOf(" "); const n = l.slice(0, sp); const text = l.slice(sp + 1);
      const y = new Set(), open = new Set();
      for (const [, id, a, pl, , m] of dense.get(n) ?? []) { const c = classOf.get(release.replacements.get(id) ?? id) ?? 0; if (!c) continue; if (m === "~") open.add(c); else if ("am".includes(a) && "+x".includes(pl)) y.add(c); }
      add("gold", text, y.size ? [...y] : [0], 1, 0, { o: [...open], d: d.id, t: text });
    }
  }
}
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "rows.jsonl"), lines.join("\n"));
writeFileSync(join(out, "vectors.f32"), Buffer.from(vectors.rows.buffer));
const parents = corpus.techniques.map((id) => (classOf.get(id.slice(0, 5)) ?? 0));
writeFileSync(join(out, "head.json"), JSON.stringify({ stemBase: STEM_BASE, stems: vectors.keys.length, size: vectors.size, techniques: corpus.techniques, parents, functionWords: FUNCTION_WORDS.length }));
console.log(lines.length, STEM_BASE, vectors.keys.length);
