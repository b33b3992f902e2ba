import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  campaignQuery,
  campaignsQuery,
  groupQuery,
  groupsQuery,
  type Side,
} from "../../api/actors.ts";
import type { Schema } from "../../api/client.ts";
import type { namingReportsQuery } from "../../api/evidence.ts";
import type { SessionsWanted } from "../../api/sessions.ts";
import { softwareListQuery, softwareQuery } from "../../api/software.ts";
import { type Actor, campaignActor, groupActor, softwareActor } from "./actor.ts";
import type { ListedActor } from "./actor-list.tsx";
import type { ActorRelease } from "./actor-link.tsx";
import { monthsOf } from "./months-of.ts";

type IntakeWanted = Parameters<typeof namingReportsQuery>[0];

/** Filters that find the reports that mention one. */
interface Naming {
  sessions: Pick<SessionsWanted, "group" | "software" | "search">;
  intake: IntakeWanted;
  /** The same filter for the list of sessions. */
  all: Record<string, string>;
}

/** The differences between the pages of groups, campaigns and software. */
export interface ActorKind {
  /** Their plural in a sentence. */
  what: string;
  /** Their name in the comparison API; null if sets are not compared with them. */
  side: Side | null;
  /** The path of the list. */
  path: string;
  lead: string;
  /** The plural and the singular. */
  title: string;
  one: string;
  /** The name of one in the addresses of the matrix and the comparison. */
  from: "group" | "campaign" | null;
  columns: { also: string; when: string };
  useListed(release: ActorRelease): UseQueryResult<ListedActor[]>;
  naming(actor: Pick<Actor, "attackId" | "name">): Naming;
  /** Fetches one by its id; nothing if that is undefined. */
  useActor(release: ActorRelease, id: string | undefined): UseQueryResult<Actor>;
}

export const GROUPS: ActorKind = {
  what: "groups",
  side: "groups",
  path: "/groups",
  lead: "Adversaries that ATT&CK tracks, with the techniques and software that each uses.",
  title: "Groups",
  one: "Group",
  from: "group",
  columns: { also: "Also known as", when: "Changed" },
  naming: ({ attackId: group }) => ({
    sessions: { group },
    intake: { names: group },
    all: { group },
  }),
  useListed: (release) => useQuery({ ...groupsQuery(release), select: toListedGroups }),
  useActor: (release, id) =>
    useQuery({
      ...groupQuery(release, id ?? ""),
      select: groupActor,
      enabled: id !== undefined,
    }),
};

/** Case studies for ATLAS. */
export const CAMPAIGNS: ActorKind = {
  what: "campaigns",
  side: "campaigns",
  path: "/campaigns",
  lead: "Operations that ATT&CK describes, with their time, their groups and their techniques.",
  title: "Campaigns",
  one: "Campaign",
  from: "campaign",
  columns: { also: "Group", when: "Seen" },
  naming: ({ name: search }) => ({ sessions: { search }, intake: { q: search }, all: { search } }),
  useListed: (release) => useQuery({ ...campaignsQuery(release), select: toListedCampaigns }),
  useActor: (release, id) =>
    useQuery({
      ...campaignQuery(release, id ?? ""),
      select: campaignActor,
      enabled: id !== undefined,
    }),
};

/** Malware and tools. */
export const SOFTWARE: ActorKind = {
  what: "software",
  side: null,
  path: "/software",
  lead: "Malware and tools that ATT&CK describes, with the techniques that each implements.",
  title: "Software",
  one: "Software",
  from: null,
  columns: { also: "Also known as", when: "Changed" },
  naming: ({ attackId: software, name }) => ({
    sessions: { software },
    intake: { q: name },
    all: { software },
  }),
  useListed: (release) => useQuery({ ...softwareListQuery(release), select: toListedSoftware }),
  useActor: (release, id) =>
    useQuery({
      ...softwareQuery(release, id ?? ""),
      select: softwareActor,
      enabled: id !== undefined,
    }),
};

function toListedSoftware(software: readonly Schema<"SoftwareListItem">[]): ListedActor[] {
  return software.map(({ name, aliases, modified, ...one }) => ({
    ...one,
    name,
    also: aliases.filter((alias) => alias !== name),
    when: modified?.slice(0, 10) ?? "",
  }));
}

function toListedGroups(groups: readonly Schema<"GroupListItem">[]): ListedActor[] {
  return groups.map(({ aliases, modified, ...group }) => ({
    ...group,
    also: aliases,
    when: modified?.slice(0, 10) ?? "",
  }));
}

function toListedCampaigns(campaigns: readonly Schema<"CampaignListItem">[]): ListedActor[] {
  return campaigns.map(({ group_names, first_seen, last_seen, ...campaign }) => ({
    ...campaign,
    also: group_names,
    when: monthsOf(first_seen, last_seen),
  }));
}
