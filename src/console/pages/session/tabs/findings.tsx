import { Tabs } from "@base-ui/react/tabs";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { OutlinePage, StoredAnalysis } from "../../../api/session.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { TechniqueList } from "../techniques/technique-list.tsx";
import { CommentsTab } from "../comments/comments-tab.tsx";
import { useTeam } from "../team/team.tsx";
import type { Reviewing } from "../use-reviewing.ts";
import styles from "./findings.module.css";
import { isTechnique } from "./is-technique.ts";
import { SummaryTab } from "./summary-tab.tsx";

/** Props for every tab next to the text. */
export interface FindingsProps extends Reviewing {
  /** With this person's changes that are waiting to be sent. */
  analysis: StoredAnalysis;
  /** The pages of the report if it is a PDF, else empty. */
  pages: readonly OutlinePage[];
}

const GroupsTab = lazyRouteComponent(() => import("./groups/groups-tab.tsx"), "GroupsTab");
const EntitiesTab = lazyRouteComponent(() => import("./entities-tab.tsx"), "EntitiesTab");
const LeftOutTab = lazyRouteComponent(() => import("./left-out-tab.tsx"), "LeftOutTab");
const SecondOpinionTab = lazyRouteComponent(
  () => import("./opinion/second-opinion-tab.tsx"),
  "SecondOpinionTab",
);
const HistoryTab = lazyRouteComponent(() => import("./history-tab.tsx"), "HistoryTab");

/** The tabs that are not needed for the first view. */
export const LAZY_TABS = [GroupsTab, EntitiesTab, LeftOutTab, SecondOpinionTab, HistoryTab];

const TABS = [
  { id: "techniques", name: "Techniques", show: TechniqueList },
  { id: "summary", name: "Summary", show: SummaryTab },
  { id: "groups", name: "Groups", show: GroupsTab },
  { id: "entities", name: "Entities", show: EntitiesTab },
  { id: "left-out", name: "Excluded", show: LeftOutTab },
  { id: "opinion", name: "Second opinion", show: SecondOpinionTab },
  { id: "comments", name: "Comments", show: CommentsTab },
  { id: "history", name: "History", show: HistoryTab },
] as const;

/** The findings, in tabs next to the text. */
export function Findings(props: FindingsProps) {
  const { choice } = props;
  const { comments } = useTeam();
  const tab = TABS.find(({ id }) => id === choice.tab)?.id ?? "techniques";
  return (
    <Tabs.Root
      className={styles.findings}
      value={tab}
      onValueChange={(next) => choice.setTab(String(next))}
    >
      <Tabs.List className={styles.tabs} aria-label="Findings">
        {TABS.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className={styles.tab}>
            {name}{" "}
            <span className={styles.count}>
              {id === "comments" ? comments.length || null : countOf(props, id)}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ id, show: Show }) => (
        <Tabs.Panel
          key={id}
          value={id}
          className={id === "techniques" ? styles.whole : styles.panel}
        >
          <Suspense fallback={<Skeleton what="the findings" />}>
            <Show {...props} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function countOf({ analysis }: FindingsProps, tab: string): number | null {
  const { techniques, named_groups, leads, set_aside, candidates } = analysis;
  if (tab === "techniques") return techniques.length;
  if (tab === "groups") return named_groups.length + leads.length;
  if (tab !== "left-out") return null;
  return (
    set_aside.filter(isTechnique).length + candidates.length + analysis.rejected_techniques.length
  );
}
