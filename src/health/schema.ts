import { z } from "zod";
import { PROVIDER_KINDS, PROVIDER_SLOTS } from "../reading/providers/vocabulary.ts";

/** Topics of settings, in the order in which they are listed. */
const SETTING_TOPICS = [
  "access",
  "login",
  "audit",
  "providers",
  "network",
  "enrichment",
  "uploads",
  "rates",
  "quotas",
] as const;
export type SettingTopic = (typeof SETTING_TOPICS)[number];

const SETTING_UNITS = [
  "bytes",
  "bytes_per_second",
  "milliseconds",
  "hours",
  "days",
  "per_minute",
  "characters",
  "tokens",
  "pages",
] as const;
export type SettingUnit = (typeof SETTING_UNITS)[number];

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

const settingSchema = z
  .object({
    name: z.string().meta({ example: "MAX_UPLOAD_BYTES" }),
    topic: z.enum(SETTING_TOPICS),
    meaning: z.string(),
    unit: z.enum(SETTING_UNITS).nullable(),
    is_secret: z.boolean(),
    is_set: z
      .boolean()
      .meta({ description: "Whether the environment sets it; otherwise the default applies." }),
    value: valueSchema.meta({
      description:
        "The value in effect, without credentials and queries of addresses; null for a secret, and if there is none.",
    }),
    default: valueSchema.meta({ description: "The default; null if there is none." }),
  })
  .meta({ id: "Setting" });
export type SettingView = z.output<typeof settingSchema>;

const providerSchema = z
  .object({
    id: z.enum(PROVIDER_SLOTS),
    kind: z.enum(PROVIDER_KINDS).nullable(),
    model: z.string().nullable(),
    host: z.string().nullable().meta({
      description: "Host of its interface; null if the setting names none.",
    }),
    has_key: z.boolean().meta({ description: "Whether a key is set; the key is never shown." }),
  })
  .meta({ id: "SetProvider" });
export type ProviderView = z.output<typeof providerSchema>;

export const configurationSchema = z
  .object({ providers: z.array(providerSchema), settings: z.array(settingSchema) })
  .meta({ id: "Configuration" });
export type Configuration = z.output<typeof configurationSchema>;
