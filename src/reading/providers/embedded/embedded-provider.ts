import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import { NO_USAGE } from "../usage.ts";
import type { AnalysisProvider, AnalysisRequest, ProviderEvents } from "../analysis-provider.ts";
import type { ProviderFindings } from "../analysis-provider.ts";
import { type CommandMention, findCommands } from "../../recognition/commands/find-commands.ts";
import { lexiconOf, type TechniqueMention } from "../../recognition/detectors.ts";
import { collectGroups, type GroupMention } from "../../recognition/group-names.ts";
import {
  classifyDocument,
  joinReadings,
  type ModelReading,
} from "../../analyser/classify-document.ts";
import { isCarriedBy } from "../../../knowledge/attack/ids/resolve-id.ts";
import { findLastResort } from "../../analyser/last-resort.ts";
import { createClassJudge } from "../../analyser/judge-classes.ts";
import { openIdJudge, type IdJudge } from "../../analyser/judge-ids.ts";
import { mergeCandidates, mergeFindings } from "../../analyser/merge-findings.ts";
import { BALANCED, embeddedCut, reaches, type Strictness } from "../../analyser/strictness.ts";
import { judgeCommands, judgeMentions, listExcluded } from "../../analyser/exclude-mentions.ts";
import { findContradictions } from "../../recognition/contradictions.ts";
import { createSentenceJudge, type SentenceJudge } from "../../recognition/acts/judge-sentences.ts";
import type { FoundTechnique } from "../../recognition/found-technique.ts";
import { countsAt } from "../../entities/name-sections.ts";
import { NO_ENTITIES } from "../../entities/schema.ts";
import { partOf } from "../../analyser/model/part-of.ts";
import type { Model } from "../../analyser/model/model-file.ts";
import {
  createDocumentReader,
  type DocumentReader,
  type SentencePlace,
} from "../../analyser/model/document-reader.ts";
import { beginningsOf } from "../../../text/document/beginnings.ts";
import { bodyText } from "../../../text/document/body-text.ts";
import type { Block, Document } from "../../../text/document/document.ts";
import { splitSentences, type Sentence } from "../../../text/sentences/sentences.ts";
import { cutSlices, sentencesOf } from "../../analyser/cut-slices.ts";
import type { SplitText } from "../../analyser/widen-passage.ts";
import { summarise } from "../../analyser/summarise.ts";
import { analyseSlice, readSlice } from "./read-slice.ts";

/** Source of the analyzer's models for a release. The first one gives it its name. */
export interface Models {
  find(release: ReleaseIndex): Promise<readonly Model[]>;
}

/**
 * Creates the embedded analyzer. It runs inside the Worker on the given release, without network, key or randomness. It
 * finds printed ids and names, and classifies every sentence with a model trained on ATT&CK's own texts. The same text,
 * release and model give the same findings.
 */
export function createEmbeddedProvider(models: Models): AnalysisProvider {
  return {
    kind: "embedded",
    model: async (release) => describeModel(release, await models.find(release)),
    analyse: async (request, events) => ({
      ...(await analyse(request, events, await models.find(request.release))),
      usage: NO_USAGE,
    }),
    estimate: async () => NO_USAGE,
  };
}

/** Names the weights: `embedded/…` for trained ones, `embedded-small/…` for those built at ingest. */
function describeModel(release: ReleaseIndex, [model]: readonly Model[]): string {
  const { domain, version } = model ?? release;
  const kind =
    model === undefined
      ? "embedded-lexical"
      : model.softmax === null
        ? "embedded-small"
        : "embedded";
  return `${kind}/${domain}-${version}`;
}

async function analyse(
  { document, release, entities = NO_ENTITIES, strictness = BALANCED, signal }: AnalysisRequest,
  events: ProviderEvents,
  models: readonly Model[],
): Promise<Omit<ProviderFindings, "usage">> {
  signal.throwIfAborted();
  const { text } = document;
  const lexicon = lexiconOf(release);
  const isCarried = (id: string) => isCarriedBy(release, id);
  const body = bodyText(document);
  const pause = async () => await yieldToOthers(signal);
  const sentences = splitSentences(document);
  await pause();
  const judge = createSentenceJudge(document, sentences);
  const judgeId = openIdJudge(judge, { text: body, sentences, release, models });
  const placeAt = placesIn(document, sentences, judge);
  const counts = countsAt(document);
  const slices = cutSlices(text.length, sentences);
  const judges = models.map((model) => ({
    model,
    reader: createDocumentReader(model, model.calibration.acts),
  }));
  const mentions: TechniqueMention[] = [];
  const groupMentions: GroupMention[] = [];
  const commands: CommandMention[][] = [];
  const split = { text: body, blocks: document.blocks, sentences };
  for (const [index, slice] of slices.entries()) {
    await pause();
    const found = analyseSlice(body, slice, sentencesOf(slice, sentences), lexicon, isCarried);
    for (const mention of found.mentions) mentions.push(mention);
    for (const mention of found.groupMentions) groupMentions.push(mention);
    commands.push(findCommands(split, slice, release));
    for (const { reader } of judges) {
      await pause();
      const reading = { ...split, judge, judgeId, slice, mentions: found.mentions, release };
      await readSlice(reader, reading, placeAt, pause);
    }
    events.progress("analyse", index + 1, slices.length);
  }
  await pause();
  const found = { mentions, commands: commands.flat() };
  const read = { ...split, ...found, judge, judgeId, release, strictness, pause };
  const { techniques, set_aside, candidates } = await conclude(read, judges);
  const groups = collectGroups(groupMentions.filter(({ start }) => counts(start)));
  const threshold = embeddedCut(strictness);
  const sure = techniques.filter(({ confidence }) => reaches(confidence, threshold));
  const parts = summarise(sure, entities, release);
  for (const part of parts) events.token(part);
  return {
    summary: parts.join(""),
    techniques: quote(text, techniques),
    threshold,
    set_aside,
    candidates: quote(text, candidates),
    group_names: groups.flatMap(({ name, mentioned }) => [...new Set([name, ...mentioned])]),
    chunks: slices.length,
    chars_analyzed: text.length,
  };
}

/** Quotes passages as printed. They were found in the text without its furniture. */
function quote(text: string, found: readonly FoundTechnique[]): FoundTechnique[] {
  return found.map((one) => ({
    ...one,
    evidence: text.slice(one.evidence_start ?? 0, one.evidence_end ?? 0),
  }));
}

/** A model with its results for one text. */
interface Judge {
  model: Model;
  reader: DocumentReader;
}

/** A text whose sentences have been analyzed. */
interface ReadText extends SplitText {
  blocks: readonly Block[];
  commands: readonly CommandMention[];
  judge: SentenceJudge;
  judgeId: IdJudge;
  mentions: readonly TechniqueMention[];
  release: ReleaseIndex;
  strictness: Strictness;
  /** Yields to other requests. */
  pause: () => Promise<void>;
}

/** Returns the results of the whole text: findings, excluded mentions and candidates. */
async function conclude(
  read: ReadText,
  judges: readonly Judge[],
): Promise<Pick<ProviderFindings, "techniques" | "set_aside" | "candidates">> {
  const { text, blocks, sentences, judge, mentions, commands, release, pause } = read;
  const printed = judgeMentions(mentions, sentences, judge, read.judgeId);
  const run = judgeCommands(commands, { text, blocks, sentences }, judge);
  const counted = [...printed.counted, ...run.counted];
  const aside = [...printed.aside, ...run.aside];
  const byId = Map.groupBy(
    mentions,
    ({ attack_id }) => release.replacements.get(attack_id) ?? attack_id,
  );
  const mentionsOf = (id: string) => byId.get(id) ?? [];
  await pause();
  const readings: ModelReading[] = [];
  for (const { model, reader } of judges) {
    const ofClass = createClassJudge(text, sentences, judge, model, mentionsOf);
    readings.push(await classifyDocument(reader, model, release, ofClass, read.strictness, pause));
  }
  const models = judges.map(({ model }) => model);
  const [first] = models;
  const classified = first === undefined ? null : { models, ...joinReadings(readings) };
  await pause();
  const contradictions = findContradictions(text, counted, release);
  const found = {
    text,
    sentences,
    mentions: counted,
    unsupported: printed.unsupported,
    contradictions,
    release,
    classified,
  };
  await pause();
  const techniques = mergeFindings(found);
  await pause();
  const isEmpty = techniques.length === 0 && classified?.candidates.length === 0;
  if (isEmpty && first !== undefined) {
    classified.candidates = findLastResort(text, sentences, judge, first, release);
  }
  return {
    techniques,
    set_aside: listExcluded(sentences, classified?.aside ?? [], aside, techniques, release),
    candidates: mergeCandidates(found, techniques),
  };
}

/** Returns the positions of sentences in their document. */
function placesIn(
  document: Document,
  sentences: readonly Sentence[],
  judge: SentenceJudge,
): (sentence: number) => SentencePlace {
  const begins = beginningsOf(document);
  return (at) => ({
    opens: begins.has(sentences[at]?.start ?? 0),
    part: partOf(judge.sectionAt(at)),
  });
}
