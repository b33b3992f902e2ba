import type { RuntimeFacts } from "./limits/runtime.ts";

/** How a runtime is asked to hold an answer to the schema, strictest first. */
export const ANSWER_FORMS = ["json_schema", "json_object", "prompt"] as const;

/** What of the wire format a server accepts. */
export interface WireForm {
  answer: (typeof ANSWER_FORMS)[number];
  /** Whether a stream is asked to report its tokens (`stream_options`). */
  reportsUsage: boolean;
  /** Whether requests set the temperature to 0, where the kind needs it. */
  setsTemperature: boolean;
}

/** What this isolate has learned about the runtime behind a slot. */
export interface SlotMemory {
  form: WireForm;
  /** What it says of itself; undefined until asked. */
  facts: RuntimeFacts | undefined;
  /** When it was asked, in milliseconds. */
  askedAt: number;
}

const memories = new WeakMap<object, Map<string, SlotMemory>>();

/**
 * Returns the memory of a slot. It lives as long as the network that the slot is reached by, and
 * that as long as the settings.
 */
export function memoryOf(network: object, prefix: string): SlotMemory {
  const slots = memories.get(network) ?? new Map<string, SlotMemory>();
  memories.set(network, slots);
  const memory = slots.get(prefix) ?? {
    form: { answer: "json_schema", reportsUsage: true, setsTemperature: true },
    facts: undefined,
    askedAt: 0,
  };
  slots.set(prefix, memory);
  return memory;
}
