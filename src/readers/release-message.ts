import type { ReleaseContent } from "../knowledge/attack/release-content.ts";

/** Records in one message, so that each is parsed in a moment. */
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

/** A release on its way: what it is, some of its records, or its end. */
export type ReleaseMessage =
  | { begin: Pick<ReleaseContent, "domain" | "version" | "detections"> }
  | { list: List; records: unknown[] }
  | { complete: true };

/** Takes a release apart. */
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

/** Puts a release together again; answers it with its last message, else null. */
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
