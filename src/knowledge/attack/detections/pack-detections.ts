import { channelKindOf } from "./channels.ts";
import { NO_DETECTIONS, type ReleaseDetections } from "./release-detections.ts";

const SITE = "https://attack.mitre.org";
/** A longer text is not a field name. */
const MAX_FIELD_CHARS = 60;

/** A channel in the seed: its index in `channels`, null for none, -1 for a sentence. */
type PackedChannel = number | null;
/** `[index of the component, index of the name, channel]` */
type PackedReference = [number | null, number, PackedChannel];

/**
 * The facts of detection and mitigation shipped in the repository: ids, names, relations and short field names. There
 * are no descriptions and no channels that are sentences. Repeated texts are listed once and referred to by index.
 */
export interface PackedDetections {
  texts: string[];
  channels: string[];
  /** `[stix_id, attack_id, name, techniques, analytics]` */
  strategies: [string, string, string, string[], string[]][];
  /** `[stix_id, attack_id, name, platforms, log sources, fields of mutable elements]` */
  analytics: [string, string, string, number[], PackedReference[], number[]][];
  /** `[stix_id, attack_id, name, log sources]` */
  components: [string, string | null, string, [number, PackedChannel][]][];
  /** `[stix_id, attack_id, name, techniques]` */
  mitigations: [string, string, string, string[]][];
}

/** A list in which every text has one index. */
class Places {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  of(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}

/** Reduces a release's detections to what the seed ships. */
export function packDetections(detections: ReleaseDetections): PackedDetections {
  const texts = new Places();
  const channels = new Places();
  const packChannel = (channel: string | null): PackedChannel => {
    if (channel === null) return null;
    return channelKindOf(channel, false) === "prose" ? -1 : channels.of(channel);
  };
  return {
    strategies: detections.strategies.map((s) => [
      s.stix_id,
      s.attack_id,
      s.name,
      s.techniques,
      s.analytics,
    ]),
    analytics: detections.analytics.map((a) => [
      a.stix_id,
      a.attack_id,
      a.name,
      a.platforms.map((name) => texts.of(name)),
      a.log_sources.map(({ component, name, channel }) => [
        component,
        texts.of(name),
        packChannel(channel),
      ]),
      a.mutable_elements
        .filter(({ field }) => field.length <= MAX_FIELD_CHARS)
        .map(({ field }) => texts.of(field)),
    ]),
    components: detections.components.map((c) => [
      c.stix_id,
      c.attack_id,
      c.name,
      c.log_sources.map(({ name, channel }) => [texts.of(name), packChannel(channel)]),
    ]),
    mitigations: detections.mitigations.map((m) => [
      m.stix_id,
      m.attack_id,
      m.name,
      detections.mitigation_uses
        .filter(({ mitigation_id: id }) => id === m.attack_id)
        .map(({ technique_id: id }) => id),
    ]),
    texts: texts.list,
    channels: channels.list,
  };
}

/** Restores the detections of a seed. Descriptions are null, and sentences in channels are withheld. */
export function unpackDetections(packed: PackedDetections): ReleaseDetections {
  const textAt = (place: number) => packed.texts[place] ?? "";
  const channelAt = (place: PackedChannel) => ({
    channel: place === null || place < 0 ? null : (packed.channels[place] ?? null),
    withheld: place === -1,
  });
  return {
    ...NO_DETECTIONS,
    strategies: packed.strategies.map(([stix_id, attack_id, name, techniques, analytics]) => ({
      stix_id,
      attack_id,
      name,
      url: `${SITE}/detectionstrategies/${attack_id}`,
      techniques,
      analytics,
    })),
    analytics: packed.analytics.map(([stix_id, attack_id, name, platforms, sources, fields]) => ({
      stix_id,
      attack_id,
      name,
      description: null,
      platforms: platforms.map(textAt),
      log_sources: sources.map(([component, source, channel]) => ({
        component,
        name: textAt(source),
        ...channelAt(channel),
      })),
      mutable_elements: fields.map((place) => ({ field: textAt(place), description: null })),
    })),
    components: packed.components.map(([stix_id, attack_id, name, sources]) => ({
      stix_id,
      attack_id,
      name,
      data_source: null,
      log_sources: sources.map(([source, channel]) => ({
        name: textAt(source),
        ...channelAt(channel),
      })),
    })),
    mitigations: packed.mitigations.map(([stix_id, attack_id, name]) => ({
      stix_id,
      attack_id,
      name,
      description: null,
      url: `${SITE}/mitigations/${attack_id}`,
    })),
    mitigation_uses: packed.mitigations.flatMap(([, mitigation_id, , techniques]) =>
      techniques.map((technique_id) => ({ mitigation_id, technique_id, description: null })),
    ),
  };
}
