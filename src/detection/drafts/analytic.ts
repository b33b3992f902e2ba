import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type {
  AnalyticRecord,
  StrategyRecord,
} from "../../knowledge/attack/detections/release-detections.ts";
import type { DetectionIndex } from "../../knowledge/attack/detections/detection-index.ts";
import { eventCodesOf } from "../../knowledge/attack/detections/channels.ts";

/** A log source of an analytic, in the form that a draft needs. */
export interface DraftTelemetry {
  /** Name of the data component; null if the release lacks it. */
  component: string | null;
  name: string;
  channel: string | null;
  event_codes: readonly number[];
  /** Whether the shipped facts omit a channel. */
  withheld: boolean;
}

/** The analytic that a rule is drafted from. */
export interface DraftAnalytic {
  attack_id: string;
  description: string | null;
  platforms: readonly string[];
  strategy: { attack_id: string; name: string };
  /** Name of its technique, with the parent's: `Acquire Infrastructure: Serverless`. */
  technique: string;
  telemetry: readonly DraftTelemetry[];
  mutable_elements: readonly { field: string; description: string | null }[];
}

/** Converts an analytic of a release, with its references resolved. */
export function toDraftAnalytic(
  { strategy, analytic }: { strategy: StrategyRecord; analytic: AnalyticRecord },
  { components }: Pick<DetectionIndex, "components">,
  technique: string,
): DraftAnalytic {
  return {
    attack_id: analytic.attack_id,
    description: analytic.description,
    platforms: analytic.platforms,
    strategy: { attack_id: strategy.attack_id, name: strategy.name },
    technique,
    telemetry: analytic.log_sources.map(({ component, name, channel, withheld }) => ({
      component: components[component ?? -1]?.name ?? null,
      name,
      channel,
      event_codes: eventCodesOf(channel),
      withheld,
    })),
    mutable_elements: analytic.mutable_elements,
  };
}

/** Returns the name of a technique with its parent's, since sub-techniques of different parents may share a name. */
export function fullName(
  { attack_id: id, name }: { attack_id: string; name: string },
  techniques: ReadonlyMap<string, { name: string }>,
): string {
  const parent = parentOf(id) === id ? undefined : techniques.get(parentOf(id));
  return parent === undefined ? name : `${parent.name}: ${name}`;
}
