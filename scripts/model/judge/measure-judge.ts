import { join } from "node:path";
import type { ReleaseIndex } from "../../../src/knowledge/attack/release-index.ts";
import { parentOf } from "../../../src/knowledge/attack/technique-id.ts";
import type { Model } from "../../../src/reading/analyser/model/model-file.ts";
import type { AnalysisProvider } from "../../../src/reading/providers/analysis-provider.ts";
import type { ProviderDeps } from "../../../src/reading/providers/deps.ts";
import { createEmbeddedProvider } from "../../../src/reading/providers/embedded/embedded-provider.ts";
import { createJudgeProvider } from "../../../src/reading/providers/judge/judge-provider.ts";
import type { KnownAnswer } from "../../../src/reading/providers/judge/verdict.ts";
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

export interface JudgeResult {
  reports: number;
  embedded: JudgeFigures;
  /** By the noise of the verdicts. */
  judged: Record<string, JudgeFigures>;
}

/**
 * Measures mode `judged` with written verdicts in the place of a language model. They were written by readers who had
 * seen neither the labels that everything is measured by, nor what the analyser is sure of.
 */
export async function measureJudge(
  data: string,
  models: readonly Model[],
  release: ReleaseIndex,
): Promise<JudgeResult> {
  const verdicts = readVerdictFile("annoctr");
  const reports = readLabelledReports(data, release).flatMap((report) => {
    const written = verdicts.get(textHash(report.text));
    return written === undefined ? [] : [{ ...report, written }];
  });
  const descriptions = await readDescriptions(data, release);
  const embedded = createEmbeddedProvider({ find: async () => models });
  const judge = (noise: number) => (report: (typeof reports)[number]) =>
    openJudge(models, descriptions, replayModel(report.text, report.written, noise));
  return {
    reports: reports.length,
    embedded: await measure(reports, () => embedded, release),
    judged: Object.fromEntries(
      await Promise.all(
        NOISE.map(async (noise) => [noise, await measure(reports, judge(noise), release)] as const),
      ),
    ),
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
  const document = await openDocument(text);
  const { signal } = new AbortController();
  const silent = { token: () => undefined, progress: () => undefined };
  const request = { document, release, signal, stream: false, sessionId: "measured" };
  const findings = await provider.analyse(request, silent);
  return { ...groundFindings(findings, document, release), used: findings.usage };
}

function openJudge(
  models: readonly Model[],
  descriptions: ReadonlyMap<string, string>,
  network: typeof fetch,
): AnalysisProvider {
  const stored = new Map<string, KnownAnswer>();
  const deps = {
    models: { find: async () => models },
    network: { public: network, operator: network },
    sleep: async () => undefined,
    definitions: { describe: async () => descriptions },
    verdicts: {
      find: async () => stored,
      store: async (_session: string, answers: ReadonlyMap<string, KnownAnswer>) => {
        for (const [key, answer] of answers) stored.set(key, answer);
      },
    },
  } as unknown as ProviderDeps;
  return createJudgeProvider(deps, {
    kind: "openai_compatible",
    prefix: "PROVIDER_B",
    model: "replay",
    baseUrl: "http://replay.invalid/v1",
    apiKey: undefined,
    timeoutMs: 60_000,
    chunkChars: 48_000,
    contextTokens: 4_096,
  });
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
    `  ${name.padEnd(24)}${quality(exact)}   ${quality(families)}   ${part(error)}   ${usage.calls} calls, ${usage.pairs} pairs, ${usage.input_tokens} + ${usage.output_tokens} tokens`;
  return [
    `\nMode judged on ${reports} labelled reports, with written verdicts as the model`,
    "                            P     R    F1       P     R    F1   calibration error",
    line("embedded alone", embedded),
    ...Object.entries(judged).map(([noise, figures]) =>
      line(`judged, ${100 * Number(noise)} % wrong`, figures),
    ),
  ].join("\n");
}
