import { join } from "node:path";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { parentOf } from "../../../src/knowledge/attack/technique-id.ts";
import type { Model } from "../../../src/reading/analyser/model/model-file.ts";
import type { AnalysisProvider } from "../../../src/reading/providers/analysis-provider.ts";
import type { ProviderDeps } from "../../../src/reading/providers/deps.ts";
import { createEmbeddedProvider } from "../../../src/reading/providers/embedded/embedded-provider.ts";
import { createJudgeProvider } from "../../../src/reading/providers/judge/judge-provider.ts";
import type { KnownAnswer } from "../../../src/reading/providers/judge/verdict.ts";
import type { ModelBinding } from "../../../src/reading/providers/language-model/open-model.ts";
import { NO_USAGE, type Usage } from "../../../src/reading/providers/usage.ts";
import { groundFindings } from "../../../src/reading/sessions/ground-findings.ts";
import { openDocument } from "../../../src/text/outline/open-document.ts";
import { releasePath } from "../../data/data-folder.ts";
import { textHash } from "../dense-labels.ts";
import { type LabelledReport, readLabelledReports } from "../measure-labelled.ts";
import { calibrationError, qualityOf, type Quality, type Tally, total } from "../metrics.ts";
import { readBundleFile } from "../read-bundle.ts";
import { replayModel } from "./replay-model.ts";
import { readVerdictFile } from "./verdicts.ts";

/** How well one way of reading finds the techniques of the labelled reports. */
export interface JudgeFigures {
  exact: Quality;
  /** By techniques without their sub-techniques. */
  families: Quality;
  calibrationError: number;
  /** Of all reports together. */
  usage: Usage;
}

/** Parts of the verdicts that are turned round. */
const NOISE = [0, 0.05, 0.1, 0.2, 0.3, 0.4] as const;
const REPLAY: ModelBinding = {
  kind: "openai_compatible",
  prefix: "PROVIDER_B",
  model: "replay",
  baseUrl: "http://replay.invalid/v1",
  apiKey: undefined,
  timeoutMs: 60_000,
  chunkChars: 48_000,
  contextTokens: 4_096,
};

export interface JudgeResult {
  reports: number;
  embedded: JudgeFigures;
  /** By the part of the verdicts that is wrong, or the name of a model. */
  judged: Record<string, JudgeFigures>;
}

/**
 * Measures mode `judged` with written verdicts in the place of a language model. They were written by readers who had
 * seen neither the labels that everything is measured by, nor what the analyser is sure of.
 * @param binding a model to measure instead
 * @param most the number of reports, shortest first
 */
export async function measureJudge(
  data: string,
  models: readonly Model[],
  release: ReleaseIndex,
  binding: ModelBinding | null,
  most: number,
): Promise<JudgeResult> {
  const verdicts = readVerdictFile("annoctr");
  const reports = readLabelledReports(data, release)
    .flatMap((report) => {
      const written = verdicts.get(textHash(report.text));
      return written === undefined ? [] : [{ ...report, written }];
    })
    .sort((a, b) => a.text.length - b.text.length)
    .slice(0, most);
  const known = { models, descriptions: await readDescriptions(data, release) };
  const embedded = createEmbeddedProvider({ find: async () => models });
  const judged: Record<string, JudgeFigures> = {};
  for (const noise of NOISE) {
    const replay = ({ text, written }: (typeof reports)[number]) =>
      openJudge(known, replayModel(text, written, noise), REPLAY);
    judged[`${100 * noise} % wrong`] = await measure(reports, replay, release);
  }
  if (binding !== null) {
    judged[binding.model] = await measure(reports, () => openJudge(known, fetch, binding), release);
  }
  return {
    reports: reports.length,
    embedded: await measure(reports, () => embedded, release),
    judged,
  };
}

async function measure<R extends LabelledReport>(
  reports: readonly R[],
  open: (report: R) => AnalysisProvider,
  release: ReleaseIndex,
): Promise<JudgeFigures> {
  const exact: Tally[] = [];
  const families: Tally[] = [];
  const sure: { p: number; isTrue: boolean }[] = [];
  let usage = NO_USAGE;
  for (const report of reports) {
    const { techniques, used } = await analyse(open(report), report.text, release);
    usage = add(usage, used);
    const { acts, open: arguable } = report;
    const ids = techniques.map(({ attack_id: id }) => id);
    exact.push(tally(ids, acts, arguable));
    const byFamily = (some: Iterable<string>) => new Set([...some].map(parentOf));
    families.push(tally([...byFamily(ids)], byFamily(acts), byFamily(arguable)));
    const borne = byFamily([...acts, ...arguable]);
    for (const { attack_id: id, confidence: p } of techniques)
      sure.push({ p, isTrue: borne.has(parentOf(id)) });
  }
  return {
    exact: qualityOf(total(exact)),
    families: qualityOf(total(families)),
    calibrationError: calibrationError(sure),
    usage,
  };
}

/** What one may argue for is neither right nor wrong. */
function tally(found: readonly string[], acts: ReadonlySet<string>, open: ReadonlySet<string>) {
  const right = found.filter((id) => acts.has(id)).length;
  const wrong = found.filter((id) => !acts.has(id) && !open.has(id)).length;
  return { right, wrong, missed: acts.size - right };
}

async function analyse(provider: AnalysisProvider, text: string, release: ReleaseIndex) {
  const document = openDocument(text);
  const { signal } = new AbortController();
  const silent = { token: () => undefined, progress: () => undefined };
  const request = { document, release, signal, stream: false, sessionId: "measured" };
  const findings = await provider.analyse(request, silent);
  return { ...groundFindings(findings, document, release), used: findings.usage };
}

function openJudge(
  known: { models: readonly Model[]; descriptions: ReadonlyMap<string, string> },
  network: typeof fetch,
  binding: ModelBinding,
): AnalysisProvider {
  const { models, descriptions } = known;
  const stored = new Map<string, KnownAnswer>();
  const deps = {
    models: { find: async () => models },
    network: { public: network, operator: network },
    sleep: async () => undefined,
    tallies: { add: async () => undefined },
    log: () => undefined,
    definitions: { describe: async () => descriptions },
    verdicts: {
      find: async () => stored,
      store: async (_session: string, answers: ReadonlyMap<string, KnownAnswer>) => {
        for (const [key, answer] of answers) stored.set(key, answer);
      },
    },
  } as unknown as ProviderDeps;
  return createJudgeProvider(deps, binding);
}

async function readDescriptions(data: string, { domain, version }: ReleaseIndex) {
  const { content } = await readBundleFile(join(data, releasePath(domain, version)));
  return new Map(
    content.techniques.map(({ attack_id: id, description }) => [id, description ?? ""]),
  );
}

function add(sum: Usage, more: Usage): Usage {
  return {
    calls: sum.calls + more.calls,
    input_tokens: (sum.input_tokens ?? 0) + (more.input_tokens ?? 0),
    output_tokens: (sum.output_tokens ?? 0) + (more.output_tokens ?? 0),
    pairs: sum.pairs + more.pairs,
    cached_pairs: sum.cached_pairs + more.cached_pairs,
    cost: null,
  };
}

/** A line for each way of reading. */
export function showJudge({ reports, embedded, judged }: JudgeResult): string {
  const part = (value: number) => (100 * value).toFixed(1).padStart(5);
  const quality = ({ precision, recall, f1 }: Quality) =>
    `${part(precision)} ${part(recall)} ${part(f1)}`;
  const line = (name: string, { exact, families, calibrationError: error, usage }: JudgeFigures) =>
    `  ${name.padEnd(28)}${quality(exact)}   ${quality(families)}   ${part(error)}   ${usage.calls} calls, ${usage.pairs} pairs, ${usage.input_tokens} + ${usage.output_tokens} tokens`;
  return [
    `\nMode judged on ${reports} labelled reports, with written verdicts or a model`,
    "                                P     R    F1       P     R    F1   calibration error",
    line("embedded alone", embedded),
    ...Object.entries(judged).map(([name, figures]) => line(`judged, ${name}`, figures)),
  ].join("\n");
}
