import type { Schema } from "../../api/client.ts";
import { monthsOf } from "./months-of.ts";

type Detail = Schema<"GroupDetail"> | Schema<"CampaignDetail"> | Schema<"SoftwareDetail">;
interface Named {
  attack_id: string;
  name: string;
}

/** A group or campaign, in the form for its page. */
export interface Actor {
  attackId: string;
  name: string;
  aliases: readonly string[];
  description: string | null;
  url: string | null;
  domain: string;
  version: string;
  /** Other facts, by name. */
  facts: readonly (readonly [string, string])[];
  /** Campaigns of a group, groups of a campaign, both for software. */
  related: readonly { title: string; items: readonly Named[] }[];
  /** The status of one that is no longer active; null for an active one. */
  former: { state: string; successor: string | null } | null;
  software: Schema<"GroupDetail">["software"];
  techniques: Detail["techniques"];
  sources: Detail["external_references"];
}

function commonOf(detail: Detail) {
  const { attack_id, name, aliases, description, url, domain, version } = detail;
  const { techniques, external_references: sources } = detail;
  const common = {
    name,
    aliases,
    description,
    url,
    domain,
    version,
    techniques,
    sources,
  };
  return { attackId: attack_id, ...common };
}

const dayOf = (date: string | null) => date?.slice(0, 10) ?? "";

export function groupActor(group: Schema<"GroupDetail">): Actor {
  return {
    ...commonOf(group),
    facts: [
      ["Created", dayOf(group.created)],
      ["Changed", dayOf(group.modified)],
    ],
    related: [{ title: "Campaigns", items: group.campaigns }],
    software: group.software,
    former: null,
  };
}

export function campaignActor(campaign: Schema<"CampaignDetail">): Actor {
  return {
    ...commonOf(campaign),
    facts: [
      ["Seen", monthsOf(campaign.first_seen, campaign.last_seen)],
      ["Created", dayOf(campaign.created)],
      ["Changed", dayOf(campaign.modified)],
    ],
    related: [{ title: "Groups", items: campaign.groups }],
    software: campaign.software,
    former: null,
  };
}

export function softwareActor(software: Schema<"SoftwareDetail">): Actor {
  const { name, aliases, state, replaced_by: successor, platforms } = software;
  return {
    ...commonOf(software),
    aliases: aliases.filter((alias) => alias !== name),
    facts: [
      ["Type", software.type === "malware" ? "Malware" : "Tool"],
      ["Platforms", platforms.join(", ")],
      ["Created", dayOf(software.created)],
      ["Changed", dayOf(software.modified)],
    ],
    related: [
      { title: "Groups", items: software.groups },
      { title: "Campaigns", items: software.campaigns },
    ],
    software: [],
    former: state === "active" ? null : { state, successor },
  };
}
