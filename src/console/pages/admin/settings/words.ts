import type { Setting, SetProvider } from "../../../api/settings.ts";

/** The topics of settings, in page order. */
export const TOPICS: readonly (readonly [topic: Setting["topic"], name: string])[] = [
  ["access", "Access"],
  ["login", "Login with OpenID Connect"],
  ["audit", "Audit trail"],
  ["providers", "Providers"],
  ["network", "Knowledge base and network"],
  ["enrichment", "Enrichment providers"],
  ["uploads", "Limits of uploads"],
  ["rates", "Requests per user and minute, in team mode"],
  ["quotas", "Limits of storage"],
];

export const SLOTS: Record<SetProvider["id"], string> = {
  provider_a: "Provider A",
  provider_b: "Provider B",
  provider_c: "Provider C",
};

export const PROVIDER_KINDS: Record<NonNullable<SetProvider["kind"]>, string> = {
  embedded: "Embedded",
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google",
  openai_compatible: "OpenAI-compatible",
  ollama: "Ollama",
};

const MIB = 1024 * 1024;

/** Returns a value in a readable unit. */
export function describeValue(
  { unit, is_secret: isSecret }: Setting,
  value: Setting["value"],
): string {
  if (isSecret || value === null) return "None";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (typeof value === "object") return value.length === 0 ? "None" : value.join(", ");
  if (typeof value === "string") return value;
  const number = value.toLocaleString("en");
  if (unit === "bytes") return bytes(value);
  if (unit === "bytes_per_second") return `${bytes(value)} per second`;
  if (unit === "milliseconds") return value % 1_000 === 0 ? `${value / 1_000} s` : `${number} ms`;
  if (unit === "per_minute") return value === 0 ? "No limit" : `${number} per minute`;
  if (unit === null) return number;
  return `${number} ${unit}`;
}

function bytes(value: number): string {
  if (value >= 1024 * MIB && value % (1024 * MIB) === 0) return `${value / 1024 / MIB} GiB`;
  if (value >= MIB) return `${round(value / MIB)} MiB`;
  return value >= 1024 ? `${round(value / 1024)} KiB` : `${value} bytes`;
}

const round = (value: number) => Math.round(value * 10) / 10;
