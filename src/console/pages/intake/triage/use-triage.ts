import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { IntakeReport } from "../../../api/intake.ts";
import type { Analysis } from "../promote/analysis.ts";
import { type Action, type Decision, type Decisions, isPossible, stepsBack } from "./decision.ts";
import { sendDecision } from "./send-decision.ts";

/** Decides on reports, and reverts decisions. */
export interface Triage {
  decisions: Decisions;
  /** A sentence about the last action. */
  said: string;
  /** The reports of the last decision, if it can be reverted. */
  last: readonly string[];
  decide: (reports: readonly IntakeReport[], action: Action, analysis?: Analysis | null) => void;
  undo: (ids: readonly string[]) => void;
  /** Sends a failed decision again. */
  retry: (id: string) => void;
  /** Clears all decisions, so that the list shows the state of the service. */
  clear: () => void;
}

interface State {
  view: string;
  decisions: Decisions;
  said: string;
  last: readonly string[];
}

const DONE: Readonly<Record<Action, string>> = {
  pending: "moved back to pending",
  later: "left for later",
  reject: "rejected",
  promote: "promoted",
};

const newState = (view: string): State => ({ view, decisions: new Map(), said: "", last: [] });

/**
 * Stores the user's decisions during this visit.
 * @param view changes when another list is shown
 */
export function useTriage(view: string): Triage {
  const { state, put, clear } = useDecisions(view);
  const queryClient = useQueryClient();
  const refresh = async () => await queryClient.invalidateQueries({ queryKey: ["intake"] });

  const decide: Triage["decide"] = (given, action, analysis = null) => {
    // Already decided reports of a selection are not changed.
    const reports = given.filter((report) => isPossible(report, action));
    if (reports.length === 0) return;
    const made = reports.map((before): Decision => {
      return { before, action, analysis, state: "sending", reason: null };
    });
    const ids = reports.map(({ id }) => id);
    put(made.map(keyed), {
      said: `${countOf(ids)} ${DONE[action]}.`,
      last: action === "promote" ? [] : ids,
    });
    void sendDecision(ids, action, analysis).then(async (refused) => {
      await refresh();
      put(made.map((one) => keyed(settled(one, refused))));
    });
  };
  const undo: Triage["undo"] = (ids) => {
    const undone = ids.flatMap((id) => state.decisions.get(id) ?? []);
    if (undone.length === 0) return;
    put(
      undone.map((one) => keyed({ ...one, state: "sending" })),
      {
        said: `${countOf(ids)} restored.`,
        last: [],
      },
    );
    void takeBack(undone).then(async (refused) => {
      await refresh();
      put(
        undone.map((one) =>
          refused.has(one.before.id)
            ? keyed(settled(one, refused))
            : ([one.before.id, null] as const),
        ),
      );
    });
  };
  const retry: Triage["retry"] = (id) => {
    const one = state.decisions.get(id);
    if (one !== undefined) decide([one.before], one.action, one.analysis);
  };
  const { decisions, said, last } = state;
  return { decisions, said, last, decide, undo, retry, clear };
}

/** Returns the decisions in a view; none once another one is shown. */
function useDecisions(view: string) {
  const [state, setState] = useState(() => newState(view));
  if (state.view !== view) setState(newState(view));
  const put = (
    changed: readonly (readonly [string, Decision | null])[],
    more: Partial<State> = {},
  ) =>
    setState((known) => {
      const decisions = new Map(known.decisions);
      for (const [id, decision] of changed) {
        if (decision === null) decisions.delete(id);
        else decisions.set(id, decision);
      }
      return { ...known, decisions, ...more };
    });
  return { state, put, clear: () => setState(newState(view)) };
}

function keyed(decision: Decision): readonly [string, Decision] {
  return [decision.before.id, decision];
}

function settled(decision: Decision, refused: ReadonlyMap<string, string>): Decision {
  const reason = refused.get(decision.before.id) ?? null;
  return { ...decision, state: reason === null ? "done" : "refused", reason };
}

/** Reverts decisions, grouped by the steps that this takes. Returns why some could not be reverted. */
async function takeBack(undone: readonly Decision[]): Promise<Map<string, string>> {
  const ways = new Map<string, { steps: readonly Action[]; ids: string[] }>();
  for (const one of undone) {
    const steps = stepsBack(one) ?? [];
    const way = ways.get(steps.join()) ?? { steps, ids: [] };
    way.ids.push(one.before.id);
    ways.set(steps.join(), way);
  }
  const refused = new Map<string, string>();
  for (const { steps, ids } of ways.values()) {
    for (const step of steps) {
      for (const [id, reason] of await sendDecision(ids, step, null)) refused.set(id, reason);
    }
  }
  return refused;
}

function countOf(ids: readonly string[]): string {
  return ids.length === 1 ? "Report" : `${ids.length} reports`;
}
