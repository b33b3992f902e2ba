import { derive } from "../../platform/lib/derive.ts";
import {
  collectGroups,
  findGroupMentions,
  buildGroupNames,
} from "../../reading/recognition/group-names.ts";
import { bodyText } from "../../text/document/body-text.ts";
import type { Outline } from "../../text/document/document.ts";
import { findTechniqueIds } from "../../text/tokens/technique-ids.ts";
import { tokenize } from "../../text/tokens/tokens.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import { isCarriedBy } from "../../knowledge/attack/ids/resolve-id.ts";
import { resolveTechniques } from "../../knowledge/comparison/resolve-techniques.ts";

/** ATLAS IDs differ from those of any ATT&CK release. */
const ATLAS_ID = /(?<![\w.])AML\.T\d{4}(?:\.\d{3})?(?![\w])/gi;

const groupNamesOf = derive(({ groups }: ReleaseIndex) => buildGroupNames(groups));

/**
 * Returns what the body of a collected text names explicitly: technique IDs, with revoked ones resolved to their
 * successors and those of other releases and domains unchanged, and groups by name or alias. Cheap enough for every
 * item of a feed.
 */
export function recognise(
  outline: Outline,
  index: ReleaseIndex | null,
): { technique_ids: string[]; group_ids: string[] } {
  if (index === null) return { technique_ids: [], group_ids: [] };
  const text = bodyText(outline);
  const atlas = text.match(ATLAS_ID)?.map((id) => id.toUpperCase()) ?? [];
  const hits = findTechniqueIds(text, (id) => isCarriedBy(index, id));
  const printed = hits.map(({ attack_id }) => attack_id);
  const { active, elsewhere } = resolveTechniques(printed, index);
  const others = elsewhere.map(({ attack_id: id }) => id);
  const groups = collectGroups(findGroupMentions(text, tokenize(text), groupNamesOf(index)));
  return {
    technique_ids: [...new Set([...active, ...others, ...atlas])].sort(compareText),
    group_ids: groups.map(({ attack_id }) => attack_id).sort(compareText),
  };
}
