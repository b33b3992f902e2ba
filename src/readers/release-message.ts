import type { ReleaseContent } from "../knowledge/attack/release-content.ts";

/** Records per message, few enough to be parsed quickly. */
const STEP = 200;
const LISTS = [
  "tactics",
  "techniques",
  "groups",
  "campaigns",
  "software",
  "uses",
  "attributions",
] as const satisfies readonly (keyof ReleaseContent)[];
type List = (typeof LISTS)[number];

/** A message of a release in transfer: its head, some of its records, or its end. */
export type ReleaseMessage =
  | { begin: Pick<ReleaseContent, "domain" | "version" | "detections"> }
  | { list: List; records: unknown[] }
  | { complete: true };

/** Splits a release into messages. */
export function* toReleaseMessages(release: ReleaseContent): Generator<ReleaseMessage> {
  const { domain, version, detections } = release;
  yield { begin: { domain, version, detections } };
  for (const list of LISTS) {
    for (let from = 0; from < release[list].length; from += STEP) {
      yield { list, records: release[list].slice(from, from + STEP) };
    }
  }
  yield { complete: true };
}

/** Assembles a release. Returns it with its last message, and null before. */
export class ReleaseCollector {
  #release: ReleaseContent | null = null;

  take(message: ReleaseMessage): ReleaseContent | null {
    if ("begin" in message) {
      const lists = Object.fromEntries(LISTS.map((list) => [list, []]));
      this.#release = { ...message.begin, ...lists } as unknown as ReleaseContent;
    } else if ("list" in message) {
      (this.#release?.[message.list] as unknown[] | undefined)?.push(...message.records);
    } else return this.#release;
    return null;
  }
}
