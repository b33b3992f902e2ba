import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import { publishedOn } from "../content/named.ts";
import { titleOf } from "../content/session-content.ts";
import { stixLine } from "../stix/text.ts";
import { secondsOf } from "./attributes.ts";

/** The organization that creates our events. */
const ORGC = { name: "tradecraft", uuid: TOOL.id.slice("identity--".length) } as const;
const ANALYSIS = { draft: "0", in_review: "1", signed: "2" } as const;
const UNDEFINED_THREAT_LEVEL = "4";
/** Restricts it to the organization until somebody there changes that. */
const OWN_ORGANIZATION = "0";

type Reported = Pick<
  Analysis,
  "session_id" | "title" | "review_state" | "created_at" | "entities"
> & {
  modified: string;
};

/** Returns the fields that an event and its manifest entry share. */
export function headOf(report: Reported) {
  const { session_id: uuid, review_state: state, created_at: created, modified } = report;
  const [day = ""] = (publishedOn(report) ?? created).split("T");
  return {
    uuid,
    info: stixLine(titleOf(report)) || `Analysis ${uuid.slice(-12)}`,
    date: wholeDate(day),
    timestamp: secondsOf(modified),
    published: state === "signed",
    analysis: ANALYSIS[state],
    distribution: OWN_ORGANIZATION,
    threat_level_id: UNDEFINED_THREAT_LEVEL,
    Orgc: ORGC,
  };
}

/** Completes a publication date known by year or month only to its first day. */
function wholeDate(date: string): string {
  const [year, month = "01", day = "01"] = date.split("-");
  return `${year}-${month}-${day}`;
}
