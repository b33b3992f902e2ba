import { counted } from "../../../parts/counted.ts";
import type { Why } from "../../../api/intake.ts";

/** A reason to read a report, in a few words. */
export interface ShortReason {
  kind: "new" | "exploited" | "named";
  text: string;
}

/** The most names that a row shows. Further ones are only counted. */
const NAMES = 2;

/** Returns the reasons of a row, most important first. */
export function shortReasons({ cves, groups, software, techniques }: Why): ShortReason[] {
  const exploited = cves.filter((cve) => cve.known_exploited);
  const unseen = techniques.filter((technique) => technique.is_new);
  const [first] = exploited;
  const reasons: (ShortReason | null)[] = [
    first === undefined
      ? null
      : {
          kind: "exploited",
          text:
            exploited.length === 1 ? `${first.id} exploited` : `${exploited.length} exploited CVEs`,
        },
    unseen.length === 0
      ? null
      : {
          kind: "new",
          text: unseen.length === 1 ? "1 new technique" : `${unseen.length} new techniques`,
        },
    ...named(groups, "group", "groups"),
    ...named(software, "software", "software"),
    cves.length === exploited.length
      ? null
      : { kind: "named", text: counted(cves.length - exploited.length, "CVE") },
    techniques.length === unseen.length
      ? null
      : {
          kind: "named",
          text: counted(
            techniques.length - unseen.length,
            unseen.length === 0 ? "technique" : "known technique",
          ),
        },
  ];
  return reasons.filter((reason) => reason !== null);
}

function named(
  all: readonly { attack_id: string; name: string | null }[],
  one: string,
  several: string,
) {
  const shown = all.slice(0, NAMES).map(({ attack_id, name }): ShortReason => {
    return { kind: "named", text: name ?? attack_id };
  });
  const more = all.length - shown.length;
  return more > 0
    ? [...shown, { kind: "named" as const, text: `+${more} ${more === 1 ? one : several}` }]
    : shown;
}
