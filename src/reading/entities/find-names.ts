import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Outline } from "../../text/document/document.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import { tokenize, type Token } from "../../text/tokens/tokens.ts";
import { lexiconOf } from "../recognition/detectors.ts";
import { findGroupMentions } from "../recognition/group-names.ts";
import { findSoftware, softwareNamesOf } from "./find-software.ts";
import { MentionList, type Place } from "./mentions.ts";
import { countsAt } from "./name-sections.ts";
import { NameVerdicts } from "./name-verdicts.ts";
import type { Entities } from "./schema.ts";
import { endingOf, findSigns, type NameSign } from "./unlisted/find-signs.ts";
import { foreignNounJudge } from "./unlisted/foreign-nouns.ts";
import { isOfPolice } from "./unlisted/police-words.ts";
import { foldName, isListed, listedNames } from "./unlisted/listed-names.ts";
import { UnlistedNames } from "./unlisted/unlisted-names.ts";

type Named = Pick<Entities, "groups" | "software" | "unlisted">;

/** Size of a part to search, in UTF-16 units. The words of a long text take much memory. */
export const SLICE = 50_000;

/**
 * Finds groups and software of a release in a text, and names that the release does not list. Ignores names in
 * references, menus and related articles.
 * @param body the text without its furniture
 * @param pause yields to other requests, awaited between the parts of a long text
 */
export async function findNames(
  outline: Outline,
  body: string,
  sentences: readonly Sentence[],
  release: ReleaseIndex,
  pause: () => Promise<void>,
): Promise<Named> {
  const gathering = new NameGathering(outline, body, sentences, release);
  for (const { start, end } of slicesOf(body.length, sentences)) {
    const seen = body.slice(start, end);
    gathering.read(seen, tokenize(seen), start);
    await pause();
  }
  return gathering.list();
}

/** The names found so far. */
class NameGathering {
  readonly #body: string;
  readonly #release: ReleaseIndex;
  readonly #sentences: readonly Sentence[];
  readonly #counts: (offset: number) => boolean;
  readonly #groups: MentionList<{ attack_id: string; name: string }>;
  readonly #software: MentionList<
    Pick<Entities["software"][number], "attack_id" | "name" | "type">
  >;
  readonly #unlisted: UnlistedNames;
  readonly #isForeignNoun = foreignNounJudge();
  readonly #verdicts: NameVerdicts;

  constructor(
    outline: Outline,
    body: string,
    sentences: readonly Sentence[],
    release: ReleaseIndex,
  ) {
    const listed = listedNames(release);
    this.#body = body;
    this.#release = release;
    this.#sentences = sentences;
    this.#counts = countsAt(outline);
    this.#groups = new MentionList(body);
    this.#software = new MentionList(body);
    this.#unlisted = new UnlistedNames(body, (name, kind) => isListed(name, kind, listed));
    this.#verdicts = new NameVerdicts(body, sentences);
  }

  /** @param from start of the part in the text */
  read(part: string, tokens: readonly Token[], from: number): void {
    const own = <T extends Place>(found: readonly T[]) =>
      found
        .map((hit) => ({ ...hit, start: hit.start + from, end: hit.end + from }))
        .filter(({ start }) => this.#counts(start));
    const { groupNames } = lexiconOf(this.#release);
    for (const hit of own(findGroupMentions(part, tokens, groupNames))) {
      const { attack_id, name } = hit;
      this.#groups.add(attack_id, hit, () => ({ attack_id, name }));
      this.#verdicts.add(attack_id, hit, "actor");
    }
    for (const hit of own(findSoftware(part, tokens, softwareNamesOf(this.#release)))) {
      this.#addSoftware(hit.software, hit);
    }
    const sentenceOf = (offset: number) => sentenceAt(this.#sentences, offset + from);
    for (const sign of own(findSigns(part, tokens, sentenceOf))) this.#addSign(sign);
  }

  list(): Named {
    const groups = this.#groups
      .byCount()
      .map((group) => ({ ...group, compared: this.#verdicts.isAside(group.attack_id, "actor") }));
    const software = this.#software
      .byCount()
      .map((one) => ({ ...one, denied: this.#verdicts.isDenied(one.attack_id) }));
    const unlisted = this.#unlisted.list(this.#counts, this.#verdicts);
    return { groups, software, unlisted };
  }

  /** Returns the text of some sentences. */
  #passage(first: number, last: number): string {
    const end = this.#sentences[Math.min(last, this.#sentences.length - 1)]?.end ?? 0;
    return this.#body.slice(this.#sentences[Math.max(0, first)]?.start ?? 0, end);
  }

  #addSoftware(
    software: Pick<Entities["software"][number], "attack_id" | "name" | "type">,
    at: Place,
  ) {
    const { attack_id, name, type } = software;
    this.#software.add(attack_id, at, () => ({ attack_id, name, type }));
    this.#verdicts.add(attack_id, at, "software");
  }

  /** Adds a sign. `UmbraLoader` is Umbra if the release lists that. */
  #addSign(sign: NameSign): void {
    const at = sentenceAt(this.#sentences, sign.start);
    if (this.#isForeignNoun(sign, this.#passage(at - 1, at + 1))) return;
    if (sign.kind === "campaign" && isOfPolice(sign.name, this.#passage(at, at))) {
      this.#unlisted.add({ ...sign, kind: "other" });
      return;
    }
    const ending = endingOf(sign.name);
    const stem = ending === null ? null : foldName(sign.name.slice(0, -ending.length));
    const owner = stem === null ? undefined : listedNames(this.#release).whole.get(stem);
    if (owner === undefined || owner === null) this.#unlisted.add(sign);
    else if (sign.kind === "malware") this.#addSoftware(owner, sign);
  }
}

/** Cuts the text into pieces that start at sentences. */
function slicesOf(length: number, sentences: readonly Sentence[]): Sentence[] {
  const starts = [0];
  for (const { start } of sentences) if (start - (starts.at(-1) ?? 0) >= SLICE) starts.push(start);
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? length }));
}
