import { z } from "zod";
import {
  described,
  price,
  secret,
  webAddress,
  wholeNumber,
} from "../../platform/lib/setting-forms.ts";
import { PROVIDER_KINDS } from "./vocabulary.ts";

const providerKind = z
  .enum(PROVIDER_KINDS, `must be one of ${PROVIDER_KINDS.join(", ")}`)
  .optional();

/** Minimum context for an analysis: see `planCalls`. */
const contextTokens = wholeNumber(0, 4_096).unwrap().optional();

/** Returns the other settings of a slot with a language model. */
function slotFields<S extends "A" | "B" | "C">(slot: S) {
  const fields = {
    [`PROVIDER_${slot}_MODEL`]: described(z.string().min(1).optional(), "Name of the model."),
    [`PROVIDER_${slot}_BASE_URL`]: described(webAddress.optional(), "Address of its interface."),
    [`PROVIDER_${slot}_API_KEY`]: described(secret, "Key of its interface."),
    [`PROVIDER_${slot}_TIMEOUT_MS`]: described(wholeNumber(120_000), "Longest wait for one call."),
    [`PROVIDER_${slot}_CHUNK_CHARS`]: described(
      wholeNumber(48_000, 2_000),
      "Most characters of a report in one call.",
    ),
    [`PROVIDER_${slot}_CONTEXT_TOKENS`]: described(
      contextTokens,
      "Context of the model, where the runtime does not report it.",
    ),
    [`PROVIDER_${slot}_INPUT_PRICE`]: described(price, "Price of a million tokens of input."),
    [`PROVIDER_${slot}_OUTPUT_PRICE`]: described(price, "Price of a million tokens of output."),
  };
  const text = z.string().optional();
  return fields as unknown as Record<
    `PROVIDER_${S}_${"MODEL" | "BASE_URL" | "API_KEY"}`,
    typeof text
  > &
    Record<`PROVIDER_${S}_${"TIMEOUT_MS" | "CHUNK_CHARS"}`, ReturnType<typeof wholeNumber>> &
    Record<`PROVIDER_${S}_CONTEXT_TOKENS`, typeof contextTokens> &
    Record<`PROVIDER_${S}_${"INPUT_PRICE" | "OUTPUT_PRICE"}`, typeof price>;
}

/** Required settings by kind of provider. */
const NEEDED = {
  embedded: [],
  anthropic: ["MODEL", "API_KEY"],
  openai: ["MODEL", "API_KEY"],
  google: ["MODEL", "API_KEY"],
  openai_compatible: ["MODEL", "BASE_URL"],
  ollama: ["MODEL", "BASE_URL"],
} as const satisfies Record<(typeof PROVIDER_KINDS)[number], readonly string[]>;

/** The settings of all three slots, as fields of the whole. */
export const providerFields = {
  PROVIDER_A_KIND: described(providerKind.default("embedded"), "Kind of provider A."),
  PROVIDER_B_KIND: described(providerKind, "Kind of provider B."),
  PROVIDER_C_KIND: described(providerKind, "Kind of provider C."),
  ...slotFields("A"),
  ...slotFields("B"),
  ...slotFields("C"),
};

const providerSchema = z.object(providerFields);
export type ProviderSettings = z.output<typeof providerSchema>;

/** Returns the first required setting of a slot that is not set, or null. */
export function findProviderFault(
  settings: ProviderSettings,
): { name: string; message: string } | null {
  for (const slot of ["A", "B", "C"] as const) {
    const kind = settings[`PROVIDER_${slot}_KIND`];
    for (const part of kind === undefined ? [] : NEEDED[kind]) {
      const name = `PROVIDER_${slot}_${part}` as const;
      if (settings[name] !== undefined) continue;
      return { name, message: `is needed by PROVIDER_${slot}_KIND=${kind}` };
    }
  }
  return null;
}
