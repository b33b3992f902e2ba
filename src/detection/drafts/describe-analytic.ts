import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { DraftAnalytic, DraftTelemetry } from "./analytic.ts";
import type { ChosenTelemetry } from "./choose-telemetry.ts";

const SITE = "https://attack.mitre.org/detectionstrategies";
/** Maximum items of a list in a draft; no release has more than about 20. */
const MAX_LISTED = 40;
/** Longest name of a parameter. */
const MAX_NAME_CHARS = 60;
/** Longest quotation from the release in a line. */
const MAX_TEXT_CHARS = 600;

/** A mutable element as a parameter of a rule. */
export interface Parameter {
  /** Letters, digits and underscores, distinct from any field: `param_TimeWindow`. */
  name: string;
  /** Description in ATT&CK's words; empty if the release has none. */
  about: string;
}

/** An analytic as a rule states it; every text is one clean line. */
export interface StatedAnalytic {
  attack_id: string;
  reference: string;
  /** The analytic, what it detects, and which telemetry the draft covers or lacks. */
  lines: string[];
  parameters: Parameter[];
}

/** Describes the basis of a draft; `chosen` is null for an analytic without a log source. */
export function stateAnalytic(
  analytic: DraftAnalytic,
  chosen: ChosenTelemetry | null,
): StatedAnalytic {
  const id = textOf(analytic.attack_id);
  const strategy = textOf(analytic.strategy.attack_id);
  const on = analytic.platforms.map(cleanLine).join(", ");
  const description = textOf(analytic.description);
  const unseen = unseenOf(analytic, chosen);
  return {
    attack_id: id,
    reference: `${SITE}/${encodeURIComponent(strategy)}#${encodeURIComponent(id)}`,
    lines: [
      `Analytic: ${id} of ${strategy} (${textOf(analytic.strategy.name)}) for ${textOf(analytic.technique)}${on && `, ${on}`}`,
      ...(description === "" ? [] : [`Looks for: ${description}`]),
      seenLine(chosen),
      `Does not see: ${unseen.length === 0 ? "nothing else that the analytic names" : shorten(unseen, "; ")}`,
      ...(chosen?.isMade === true
        ? [
            "Names of table and fields are made from the log source's own; put yours in their place.",
          ]
        : []),
    ],
    parameters: parametersOf(analytic),
  };
}

function seenLine(chosen: ChosenTelemetry | null): string {
  if (chosen === null) return "Sees: the analytic names no log source, so the technique decides";
  const { telemetry, unseen } = chosen;
  if (unseen.length === 0) return `Sees: ${nameOf(telemetry)}`;
  const codes = telemetry.event_codes.filter((code) => !unseen.includes(code));
  return `Sees: ${nameOf(withCodes(telemetry, codes))}`;
}

/** Returns the analytic's log sources that the draft does not use. */
function unseenOf(analytic: DraftAnalytic, chosen: ChosenTelemetry | null): string[] {
  const others = analytic.telemetry.filter((telemetry) => telemetry !== chosen?.telemetry);
  const rest =
    chosen === null || chosen.unseen.length === 0
      ? []
      : [withCodes(chosen.telemetry, chosen.unseen)];
  return [...rest, ...others].map(nameOf);
}

function withCodes(telemetry: DraftTelemetry, codes: readonly number[]): DraftTelemetry {
  return { ...telemetry, channel: `EventCode=${codes.join(", ")}` };
}

/** Returns a label such as `Process Creation in WinEventLog:Sysmon (EventCode=1)`. */
function nameOf({ component, name, channel, withheld }: DraftTelemetry): string {
  const told = withheld ? "a channel that the shipped facts leave out" : textOf(channel);
  return `${component === null ? "" : `${textOf(component)} in `}${textOf(name)}${told && ` (${told})`}`;
}

/** Returns the distinct mutable elements under names that are valid in every language. */
function parametersOf({ mutable_elements: elements }: DraftAnalytic): Parameter[] {
  const taken = new Set<string>();
  return elements.slice(0, MAX_LISTED).map(({ field, description }, place) => {
    const plain = field
      .slice(0, MAX_NAME_CHARS)
      .replace(/[^A-Za-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
    let name = `param_${plain === "" ? place + 1 : plain}`;
    while (taken.has(name.toLowerCase())) name += `_${place + 1}`;
    taken.add(name.toLowerCase());
    const original = name === `param_${field}` ? "" : textOf(field);
    const about = [original, textOf(description)].filter((text) => text !== "").join(": ");
    return { name, about };
  });
}

function textOf(text: string | null): string {
  const line = cleanLine(text ?? "");
  return line.length <= MAX_TEXT_CHARS ? line : `${cleanLine(line.slice(0, MAX_TEXT_CHARS))} …`;
}

function shorten(parts: readonly string[], separator: string): string {
  const more = parts.length - MAX_LISTED;
  const listed = parts.slice(0, MAX_LISTED).join(separator);
  return more > 0 ? `${listed}${separator}${more} more` : listed;
}
