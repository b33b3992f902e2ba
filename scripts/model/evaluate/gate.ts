import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashKey } from "../../../src/reading/analyser/model/hash.ts";
import type { NameMask } from "../../../src/reading/analyser/model/name-mask.ts";
import { kindMaskOf } from "../../../src/reading/document-kind/chunk-features.ts";
import { judgeDocument } from "../../../src/reading/document-kind/judge-document.ts";
import { decodeKindModel, type KindModel } from "../../../src/reading/document-kind/kind-model.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import {
  type KindText,
  readOwnTexts,
  readSystemDocs,
  readTrainingTexts,
  readTram,
} from "../document-kinds/read-texts.ts";
import { toSamples, trainKinds } from "../document-kinds/train-kinds.ts";
import { openAnalyser } from "../open-analyser.ts";
import { shippedModel, shippedRelease } from "../shipped.ts";
import { readTraps } from "../traps.ts";

const SHIPPED = join(import.meta.dirname, "../../../assets/models/document-kind.bin");
const FOLDS = 3;
const MOST_DOCS = 200;

/** How many texts of a set are judged wrongly, and how likely they are reports on average. */
export interface GateRow {
  set: string;
  texts: number;
  wrong: number;
  mean: number;
  /** What is found in the texts that are judged as reports; null where they are reports. */
  findings: number | null;
}

/** Measures which reports the gate loses and which other texts it lets through; without data, on own texts. */
export async function measureGate(data: string): Promise<GateRow[]> {
  const model = decodeKindModel(new Uint8Array(readFileSync(SHIPPED)));
  const mask = kindMaskOf(shippedRelease());
  const own = readOwnTexts("held-out");
  const isReport = ({ kind }: KindText) => kind === "threat_report";
  const acts = readTraps()
    .filter(({ shape, none }) => none !== true && /^(?:plain|compound|languages)$/.test(shape))
    .map(({ text }): KindText => ({ kind: "threat_report", source: "traps", text }));
  const others = [
    { set: "Held-out other texts of our own", texts: own.filter((text) => !isReport(text)) },
    { set: "Documentation of the system", texts: readSystemDocs("held-out").slice(0, MOST_DOCS) },
  ];
  return [
    ...(existsSync(data) ? measureData(data, model, mask) : []),
    judge("Short acts of our own", acts, model, mask),
    judge("Held-out reports of our own", own.filter(isReport), model, mask),
    ...(await Promise.all(
      others.map(async ({ set, texts }) => ({
        ...judge(set, texts, model, mask),
        findings: await countFindings(texts, model, mask),
      })),
    )),
  ];
}

/** What the analyser finds in texts that pass as reports. */
async function countFindings(
  texts: readonly KindText[],
  model: KindModel,
  mask: NameMask,
): Promise<number> {
  const analyse = openAnalyser([shippedModel()], shippedRelease());
  let findings = 0;
  for (const { text } of texts) {
    if (judgeDocument(outlineText(text), model, mask).kind !== "threat_report") continue;
    findings += (await analyse(text)).techniques.length;
  }
  return findings;
}

function measureData(data: string, model: KindModel, mask: NameMask): GateRow[] {
  const reportsIn = (pattern: string) =>
    globSync(pattern, { cwd: data })
      .sort()
      .map((name): KindText => ({
        kind: "threat_report",
        source: name,
        text: readFileSync(join(data, name), "utf8"),
      }));
  return [
    crossValidate(data, mask),
    judge("AnnoCTR", reportsIn("mapping-dev/annoctr/text/**/*.txt"), model, mask),
    judge("Advisories", reportsIn("reports/*.txt"), model, mask),
  ];
}

/** TRAM's reports, each judged by weights that were learned without it. */
function crossValidate(data: string, mask: NameMask): GateRow {
  const samples = toSamples(readTrainingTexts(data), mask);
  const foldOf = (source: string) => (hashKey(`kind fold ${source}`) >>> 3) % FOLDS;
  const isHeldOut = (source: string, fold: number) =>
    source.startsWith("tram ") && foldOf(source) === fold;
  const rows = Array.from({ length: FOLDS }, (_, fold) => {
    const model = trainKinds(samples.filter(({ source }) => !isHeldOut(source, fold)));
    const texts = readTram(data).filter(({ source }) => isHeldOut(source, fold));
    return judge("", texts, model, mask);
  });
  const texts = rows.reduce((sum, row) => sum + row.texts, 0);
  return {
    set: "TRAM, cross-validated",
    texts,
    wrong: rows.reduce((sum, { wrong }) => sum + wrong, 0),
    mean: rows.reduce((sum, row) => sum + row.mean * row.texts, 0) / texts,
    findings: null,
  };
}

function judge(set: string, texts: readonly KindText[], model: KindModel, mask: NameMask): GateRow {
  const judged = texts.map(({ kind, text }) => ({
    kind,
    found: judgeDocument(outlineText(text), model, mask),
  }));
  const wrong = judged.filter(
    ({ kind, found }) => (kind === "threat_report") !== (found.kind === "threat_report"),
  );
  const sum = judged.reduce((total, { found }) => total + found.probabilities.threat_report, 0);
  const mean = sum / Math.max(1, texts.length);
  return { set, texts: texts.length, wrong: wrong.length, mean, findings: null };
}

/** The table of that. */
export function showGate(rows: readonly GateRow[]): string {
  const wide = Math.max(...rows.map(({ set }) => set.length));
  return [
    `\nIs it a threat report?\n${"".padEnd(wide)} | texts | wrong | mean probability of a report | findings`,
    ...rows.map(({ set, texts, wrong, mean, findings }) =>
      [
        set.padEnd(wide),
        String(texts).padStart(5),
        String(wrong).padStart(5),
        mean.toFixed(3).padEnd(28),
        findings ?? "",
      ].join(" | "),
    ),
  ].join("\n");
}
