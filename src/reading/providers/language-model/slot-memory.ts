import type { RuntimeFacts } from "./limits/runtime.ts";

/** How to request an answer that matches the schema, strictest first. */
export const ANSWER_FORMS = ["json_schema", "json_object", "prompt"] as const;

/** The request fields that a server accepts. */
export interface WireForm {
  answer: (typeof ANSWER_FORMS)[number];
  /** Whether streams report their tokens (`stream_options`). */
  reportsUsage: boolean;
  /** Whether requests set the temperature to 0, if the kind needs it. */
  setsTemperature: boolean;
}

/** What this isolate knows about a slot's runtime. */
export interface SlotMemory {
  form: WireForm;
  /** Facts that it reports. Undefined until requested. */
  facts: RuntimeFacts | undefined;
  /** Time of the request, in milliseconds. */
  askedAt: number;
}

const memories = new WeakMap<object, Map<string, SlotMemory>>();

/** Returns the memory of a slot. Its lifetime is that of the network object, which lasts as long as the settings. */
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
