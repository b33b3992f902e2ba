import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  campaignQuery,
  campaignsQuery,
  groupQuery,
  groupsQuery,
  type Side,
} from "../../api/actors.ts";
import type { Schema } from "../../api/client.ts";
import { type Actor, campaignActor, groupActor } from "./actor.ts";
import type { ListedActor } from "./actor-list.tsx";
import type { ActorRelease } from "./actor-link.tsx";
import { monthsOf } from "./months-of.ts";

/** What the pages of groups and those of campaigns differ in. */
export interface ActorKind {
  side: Side;
  /** What all of them and one of them are called. */
  title: string;
  one: string;
  /** What the matrix and the comparison call one in their addresses. */
  from: "group" | "campaign";
  columns: { also: string; when: string };
  useListed(release: ActorRelease): UseQueryResult<ListedActor[]>;
  /** One by its id; asks for none where that is undefined. */
  useActor(release: ActorRelease, id: string | undefined): UseQueryResult<Actor>;
}

export const GROUPS: ActorKind = {
  side: "groups",
  title: "Groups",
  one: "Group",
  from: "group",
  columns: { also: "Also known as", when: "Changed" },
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
  side: "campaigns",
  title: "Campaigns",
  one: "Campaign",
  from: "campaign",
  columns: { also: "Group", when: "Seen" },
  useListed: (release) => useQuery({ ...campaignsQuery(release), select: toListedCampaigns }),
  useActor: (release, id) =>
    useQuery({
      ...campaignQuery(release, id ?? ""),
      select: campaignActor,
      enabled: id !== undefined,
    }),
};

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
