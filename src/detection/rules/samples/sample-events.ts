import { AppError } from "../../../platform/lib/errors.ts";
import { countEvents, readEventText } from "../../evaluate/read/read-events.ts";
import { MAX_SAMPLE_CHARS, MAX_SAMPLE_EVENTS } from "./vocabulary.ts";

/**
 * Converts events to their stored form: JSON lines, and their number.
 * @throws AppError `validation_error`: none, too many, or an unreadable one
 */
export function toSampleEvents(given: readonly unknown[] | string): {
  events: string;
  event_count: number;
} {
  const read = typeof given === "string" ? readEventText(given) : countEvents(given);
  const lines: string[] = [];
  let size = 0;
  for (const { index, line, event, fault } of read) {
    if (fault !== null) {
      const place = line === null ? `Event ${index}` : `The event in line ${line}`;
      throw refusal(`${place} ${fault}.`);
    }
    const text = JSON.stringify(event);
    size += text.length + 1;
    lines.push(text);
    if (size > MAX_SAMPLE_CHARS || lines.length > MAX_SAMPLE_EVENTS) {
      throw refusal(
        `A sample has at most ${MAX_SAMPLE_EVENTS} events of ${MAX_SAMPLE_CHARS} characters together.`,
      );
    }
  }
  if (lines.length === 0) throw refusal("A sample needs at least one event.");
  return { events: lines.join("\n"), event_count: lines.length };
}

const refusal = (detail: string) =>
  new AppError("validation_error", detail, { errors: [{ pointer: "/events", detail }] });
