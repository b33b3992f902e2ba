import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { KindName } from "../../../src/reading/document-kind/schema.ts";
import { hashKey } from "../../../src/reading/analyser/model/hash.ts";
import { releasePath } from "../../data/data-folder.ts";
import { isAct, readDenseLabels, textHash } from "../dense-labels.ts";
import { readOwnSentences } from "../own-sentences.ts";
import { toPlain } from "../plain-text.ts";
import { SEED } from "../../../src/knowledge/attack/vocabulary.ts";

/** A text whose kind is known. `source` decides what is held out together. */
export interface KindText {
  kind: KindName;
  source: string;
  text: string;
}

const OWN = import.meta.dirname;
const MODULES = join(OWN, "../../../node_modules");
/** Longer files say the same for longer. */
const MAX_CHARS = 30_000;
/** Of the many short texts of one source, every so manieth is read. */
const STEP = { uses: 6, analytics: 2, labels: 4 };

/** Our own texts: those to learn from, or those that are only measured on. */
export function readOwnTexts(set: "train" | "held-out"): KindText[] {
  const folder = set === "train" ? OWN : join(OWN, "held-out");
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return files.sort().flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .trimEnd()
      .split("\n")
      .map((line): KindText => {
        const { kind, text } = JSON.parse(line) as KindText;
        return { kind, text, source: `own ${name}` };
      }),
  );
}

/** Whole reports: TRAM's. */
export function readTram(data: string): KindText[] {
  return readLines(join(data, "tram/documents.jsonl.gz")).map(({ title = "", text = "" }) => ({
    kind: "threat_report",
    source: `tram ${title}`,
    text,
  }));
}

/**
 * All texts to learn from.
 * @param manuals see `readManuals`
 */
export function readTrainingTexts(data: string, manuals?: string): KindText[] {
  return [
    ...readOwnTexts("train"),
    ...readSentences(),
    ...readTram(data),
    ...readLabelled(data),
    ...readAttack(data),
    ...readSigma(data),
    ...readFeeds(data),
    ...readOwnDocs(),
    ...readPackages(),
    ...readSystemDocs("train"),
    ...readManuals(manuals),
    ...readQuotations(manuals),
    ...readLabelledSentences(data),
  ].filter(({ text }) => text.trim().length > 10);
}

function readSentences(): KindText[] {
  const own = readOwnSentences().map(({ attack_id: id, text }): KindText => ({
    kind: id === null ? "research_or_guidance" : "threat_report",
    source: "sentences",
    text,
  }));
  const foreign = readLines(join(OWN, "../foreign-sentences.jsonl"));
  const scenarios = readLines(join(OWN, "../scenarios.jsonl"));
  return [
    ...own,
    ...foreign.map(({ text = "" }) => report("foreign", text)),
    ...scenarios.map(({ text = "" }) => report("scenarios", text)),
  ];
}

function readLabelled(data: string): KindText[] {
  const read = (name: string) => readLines(join(data, `labelled/${name}.jsonl.gz`));
  return [
    ...read("attack-flow-actions").map(({ text = "" }) => report("flows", text)),
    ...read("emulation-procedures").map(({ text = "" }) => report("plans", text)),
    ...read("atomic-tests").map(({ name = "", description = "" }) =>
      research("atomic", `${name}. ${description}`),
    ),
  ];
}

function readAttack(data: string): KindText[] {
  const file = gunzipSync(readFileSync(join(data, releasePath(SEED.domain, SEED.version))));
  const { objects } = JSON.parse(file.toString("utf8")) as { objects: AttackObject[] };
  const described = objects
    .filter(({ description, revoked }) => description !== undefined && revoked !== true)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const textsOf = (wanted: (object: AttackObject) => boolean) =>
    described.filter(wanted).map(({ description = "" }) => toPlain(description));
  const every = (step: number) => (_text: string, at: number) => at % step === 0;
  return [
    ...textsOf(({ relationship_type: kind }) => kind === "uses")
      .filter(every(STEP.uses))
      .map((text) => report("uses", text)),
    ...textsOf(({ type }) => /^(?:intrusion-set|campaign|malware)$/.test(type)).map((text) =>
      report("profiles", text),
    ),
    ...textsOf(
      ({ type, relationship_type: kind }) =>
        /^(?:attack-pattern|course-of-action|x-mitre-tactic|tool)$/.test(type) ||
        kind === "mitigates",
    ).map((text) => research("attack", text)),
    ...textsOf(({ type }) => /^x-mitre-(?:analytic|data-component)$/.test(type))
      .filter(every(STEP.analytics))
      .map((text) => research("analytics", text)),
  ];
}

interface AttackObject {
  id: string;
  type: string;
  relationship_type?: string;
  description?: string;
  revoked?: boolean;
}

function readSigma(data: string): KindText[] {
  const rules = gunzipSync(readFileSync(join(data, "sigma/rules.tar.gz"))).toString("utf8");
  const found = rules.matchAll(/\ndescription: (?:[|>]-?\s*\n((?: {2,}.+\n)+)|(.+)\n)/g);
  return [...found].map(([, block, line]) =>
    research("sigma", (block ?? line ?? "").replace(/\s+/g, " ").trim()),
  );
}

function readFeeds(data: string): KindText[] {
  const files = readdirSync(join(data, "feeds")).filter((name) => !name.endsWith(".json"));
  return files.sort().map((name) => {
    const text = readFileSync(join(data, "feeds", name), "utf8")
      .replaceAll("&lt;", "<")
      .replace(/<!\[CDATA\[|\]\]>/g, "")
      .replace(/<[^>]{0,2000}>/g, " ")
      .slice(0, MAX_CHARS);
    return name.startsWith("theevilbit") ? research(name, text) : other(name, text);
  });
}

/** The pages of this repository, which speak of attacks and are no reports. */
function readOwnDocs(): KindText[] {
  const root = join(OWN, "../../..");
  return globSync("{docs/*.md,*.md}", { cwd: root })
    .sort()
    .map((name) => other("own docs", readFileSync(join(root, name), "utf8").slice(0, MAX_CHARS)));
}

/** What the installed packages say of themselves, their changes and licences. */
function readPackages(): KindText[] {
  const names = globSync("**/{README*,CHANGELOG*,LICENSE*,CHANGES*}", { cwd: MODULES });
  return names
    .filter((name) => /(?:\.md|\.txt|LICENSE|README)$/u.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(MODULES, name), "utf8").slice(0, MAX_CHARS);
      return other(`package ${name.split("/")[0]}`, text);
    });
}

/** Manual pages in several languages, and what packages of the system say of themselves. */
const SYSTEM = "/usr/share";
const SYSTEM_DOCS = [
  "man/{,de,es,fr,ru,zh_CN,zh_TW,ja,it,pt_BR,pl,nl}/man[1-8]/[!g]*.gz",
  "doc/*/{README*,changelog.gz,copyright,NEWS*,AUTHORS*,FAQ*}",
  "perl/*/**/*.pod",
  "{cmake-*,doc}/**/*.rst",
];
/** Of the many pages of one program, those with these hashes are read. */
const DOC_STEP = 3;

/** Documentation of the system that runs this, without which less is learned; half of it is measured on. */
export function readSystemDocs(set: "train" | "held-out"): KindText[] {
  const names = globSync(SYSTEM_DOCS, { cwd: SYSTEM }).sort();
  return names.flatMap((name) => {
    const hash = hashKey(`docs ${name}`) >>> 4;
    const isHeldOut = ((hash >>> 8) & 1) === 1;
    if (hash % DOC_STEP !== 0 || isHeldOut !== (set === "held-out")) return [];
    const bytes = readFileSync(join(SYSTEM, name));
    const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
    const plain = name.startsWith("man/") ? withoutMacros(text) : text;
    return plain.length < 300 ? [] : [other(`system ${name}`, plain.slice(0, MAX_CHARS))];
  });
}

/** Books and manuals as web pages, in several languages. Other packages are only measured on. */
const MANUALS =
  "doc/{debian-reference-*,python3*,git,apache2-doc,postgresql-doc*,debian-policy}/**/*.html{,.gz}";
const MOST_MANUALS = 600;
/** Quotations, jokes, verses and proverbs, which are as short as a note about an incident. */
const QUOTATIONS = "games/fortunes/{,de/,es/,it/,ru/}!(*.dat|*.u8)";
const LEAST_QUOTATION = 60;
const MOST_QUOTATIONS = 6000;

/**
 * Pages of Debian's manuals (packages `debian-reference-*`, `python3-doc`, `git-doc`, `apache2-doc`, `postgresql-doc`
 * and `debian-policy`).
 * @param folder the `usr/share` folder that the packages were unpacked into; nothing is read without it
 */
function readManuals(folder: string | undefined): KindText[] {
  if (folder === undefined) return [];
  const names = globSync(MANUALS, { cwd: folder });
  const byHash = names.map((name) => ({ name, hash: hashKey(`manual ${name}`) >>> 0 }));
  return byHash
    .sort((a, b) => a.hash - b.hash)
    .slice(0, MOST_MANUALS)
    .map(({ name }) => {
      const bytes = readFileSync(join(folder, name));
      const page = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
      return other(`manual ${name}`, withoutTags(page).slice(0, MAX_CHARS));
    });
}

/**
 * Quotations of the packages `fortunes`, `fortunes-min`, `fortunes-de`, `fortunes-es`, `fortunes-it` and `fortunes-ru`.
 * @param folder as of `readManuals`
 */
function readQuotations(folder: string | undefined): KindText[] {
  if (folder === undefined) return [];
  const texts = globSync(QUOTATIONS, { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split(/\n%\n/u))
    .filter((text) => text.length >= LEAST_QUOTATION);
  const byHash = texts.map((text) => ({ text, hash: hashKey(`quotation ${text}`) >>> 0 }));
  return byHash
    .sort((a, b) => a.hash - b.hash || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_QUOTATIONS)
    .map(({ text }) => other("quotations", text));
}

function withoutTags(page: string): string {
  return page
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ")
    .replace(/<[^>]{0,2000}>/g, " ")
    .replace(/[ \t]+/g, " ");
}

/** Sentences of TRAM's reports that describe what an adversary did: a report may be as short. */
function readLabelledSentences(data: string): KindText[] {
  const labels = readDenseLabels("tram");
  return readLines(join(data, "tram/documents.jsonl.gz")).flatMap(({ title = "", text = "" }) =>
    (labels.get(textHash(text)) ?? [])
      .filter((label) => isAct(label) && hashKey(`short ${label.start}`) % STEP.labels === 0)
      .map(({ start, end }) => report(`tram ${title}`, text.slice(start, end))),
  );
}

/** A manual page without the macros that format it. */
function withoutMacros(text: string): string {
  return text
    .replace(/^[.'](?:\\"|\S{1,3} ?)/gm, "")
    .replace(/\\f(?:\[\w*\]|\w)|\\\(\w\w|\\[&|^e]?/g, "");
}

interface Line {
  title?: string;
  text?: string;
  name?: string;
  description?: string;
}

function readLines(path: string): Line[] {
  const bytes = readFileSync(path);
  const plain = path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  return plain
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const report = (source: string, text: string): KindText => ({
  kind: "threat_report",
  source,
  text,
});
const research = (source: string, text: string): KindText => ({
  kind: "research_or_guidance",
  source,
  text,
});
const other = (source: string, text: string): KindText => ({ kind: "other", source, text });
