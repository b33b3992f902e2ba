import { type KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { outlineText } from "../../text/outline/outline-text.ts";
import { splitSentences } from "../../text/sentences/sentences.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import { findNames } from "../entities/find-names.ts";
import type { GroundedFindings } from "./ground-findings.ts";
import type { NamedInText } from "./named-in-text.ts";

/** The names that a summary may contain: findings, and names printed in the text. */
export interface SummaryGrounds {
  grounded: GroundedFindings;
  /** Without orders to the reader. */
  text: string;
  named: NamedInText;
  release: ReleaseIndex;
  known: KnownIds;
}

/** Ids of groups and software: `G0016`, `S0002`. */
const NAMED_ID = /(?<![\p{L}\p{N}])[GS]\d{4}(?!\d)/gu;

/**
 * Returns names in a summary without grounds: technique ids that were rejected or are in neither findings nor text, and
 * groups and software that the text does not name.
 */
export async function findGroundless(summary: string, grounds: SummaryGrounds): Promise<string[]> {
  const { named, release } = grounds;
  const { groups, software } = await namesIn(summary, release);
  const ids = new Set([
    ...[...groups, ...software].map(({ attack_id: id }) => id),
    ...(summary.match(NAMED_ID) ?? []),
  ]);
  const isNamed = (id: string) => {
    const group = release.groups.find(({ attack_id: own }) => own === id);
    if (group !== undefined) return named.hasGroup(group);
    const one = release.software.find(({ attack_id: own }) => own === id);
    return one !== undefined && named.hasSoftware(one);
  };
  return [...groundlessIds(summary, grounds), ...[...ids].filter((id) => !isNamed(id))].map((id) =>
    withName(id, release),
  );
}

async function namesIn(summary: string, release: ReleaseIndex) {
  const outline = outlineText(summary);
  const sentences = splitSentences(outline);
  return await findNames(outline, summary, sentences, release, async () => undefined);
}

function groundlessIds(
  summary: string,
  { grounded, text, release, known }: SummaryGrounds,
): string[] {
  const cited = idsIn(summary);
  if (cited.length === 0) return [];
  const { techniques, candidates, set_aside: aside } = grounded;
  const found = new Set([...techniques, ...candidates, ...aside].map(({ attack_id: id }) => id));
  const parents = new Set([...found].map(parentOf));
  const rejected = new Set(grounded.rejected.map(({ attack_id: id }) => id));
  const printed = new Set(idsIn(text));
  return cited.filter((id) => {
    const isFound = activeIdsOf(id, release, known).some(
      (active) => found.has(active) || parents.has(active),
    );
    return !isFound && (rejected.has(id) || !printed.has(id));
  });
}

function idsIn(text: string): string[] {
  return [...new Set(findTechniqueIds(text).map(({ attack_id: id }) => id))];
}

function withName(id: string, { techniques, groups, software }: ReleaseIndex): string {
  const isIt = ({ attack_id: own }: { attack_id: string }) => own === id;
  const name = (techniques.get(id) ?? groups.find(isIt) ?? software.find(isIt))?.name;
  return name === undefined ? id : `${name} (${id})`;
}
