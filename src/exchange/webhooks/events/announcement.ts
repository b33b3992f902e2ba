import type { TLP_MARKINGS } from "../../../reading/entities/vocabulary.ts";
import type { EventSourceDeps } from "../deps.ts";
import type { EventType, TEST_EVENT } from "../vocabulary.ts";

/** What a message says of an event, before it has a shape. It holds names and counts, never report text. */
export interface Message {
  /** `data` of Standard Webhooks. */
  data: Record<string, unknown>;
  /** For people: one line, and further ones below it. */
  title: string;
  lines: readonly string[];
  /** The page about it; null without `PUBLIC_ORIGIN`. */
  url: string | null;
}

/** One message to all subscribers, made of one event or several of a kind. */
export interface Announcement {
  /** The `webhook-id` header. */
  id: string;
  type: EventType | typeof TEST_EVENT;
  /** When it happened. */
  at: string;
  event_ids: readonly string[];
  message: Message;
  /** The same without names of reports whose marking restricts them. */
  withheld: Message;
}

type Marking = (typeof TLP_MARKINGS)[number];

const RESTRICTED: ReadonlySet<Marking> = new Set<Marking>(["red", "amber+strict"]);

/** Why a message has no name. */
export const WITHHELD = "Its name is withheld because of its marking.";

export function isRestricted(marking: Marking | null): boolean {
  return marking !== null && RESTRICTED.has(marking);
}

/** The address of a page of the console. */
export function pageUrl({ settings }: Pick<EventSourceDeps, "settings">, path: string) {
  return settings.PUBLIC_ORIGIN === undefined ? null : `${settings.PUBLIC_ORIGIN}${path}`;
}

/** The id of a message that is made of events. */
export function messageId(eventId: string): string {
  return `msg_${eventId}`;
}

/** A number with its noun, such as `1 report`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
