import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeTest, type CoverageTest, deleteTest, testEtag } from "../../../api/tests.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import { type Conflict, type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { formatTime } from "../../../parts/when.ts";
import { TestForm, type TestFields } from "./test-form.tsx";
import styles from "./tests.module.css";
import { eventsText, resultName } from "./words.ts";

/** Changes or deletes a test, below its details. */
export function TestActions({ test }: { test: CoverageTest }) {
  const { buttons, form } = useTestActions(test);
  return (
    <>
      {buttons}
      {form}
    </>
  );
}

/** Returns the buttons that change or delete a test, and what they open; null while nothing is open. */
export function useTestActions(test: CoverageTest) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const change = useTestChange(test, close);
  const { attack_id: id, rule_id: ruleId, rule_title: title } = test;
  const isAsking = open !== null || change.error !== null || change.conflict !== null;
  return {
    buttons: (
      <div className={styles.actions}>
        <button
          type="button"
          className={controls.plain}
          aria-label={`Edit the test of ${id}`}
          onClick={() => setOpen("edit")}
        >
          Edit
        </button>
        <button
          type="button"
          className={controls.plain}
          aria-label={`Delete the test of ${id}`}
          onClick={() => setOpen("delete")}
        >
          Delete
        </button>
      </div>
    ),
    form: isAsking ? (
      <>
        {open === "edit" ? (
          <TestForm
            known={test}
            rules={ruleId === null ? [] : [{ rule_id: ruleId, title: title ?? "" }]}
            submit="Save"
            isBusy={change.isPending}
            onSubmit={(fields) => change.send(fields)}
            onCancel={close}
          />
        ) : null}
        {open === "delete" ? (
          <DeleteQuestion
            id={id}
            isPending={change.isPending}
            onDelete={() => change.send(null)}
            onKeep={close}
          />
        ) : null}
        {change.error === null ? null : <ErrorPane error={change.error} />}
        <TestConflict id={id} conflict={change.conflict} onKept={close} />
      </>
    ) : null,
  };
}

interface QuestionProps {
  id: string;
  isPending: boolean;
  onDelete: () => void;
  onKeep: () => void;
}

function DeleteQuestion({ id, isPending, onDelete, onKeep }: QuestionProps) {
  return (
    <div className={styles.line} role="group" aria-label={`Delete the test of ${id}?`}>
      <span>Delete this test? This cannot be undone.</span>
      <button type="button" className={controls.button} disabled={isPending} onClick={onDelete}>
        Delete the test
      </button>
      <button type="button" className={controls.button} onClick={onKeep}>
        Keep it
      </button>
    </div>
  );
}

interface ConflictProps {
  id: string;
  conflict: Conflict<TestFields | null> | null;
  onKept: () => void;
}

/** Two conflicting changes of the same test. */
function TestConflict({ id, conflict, onKept }: ConflictProps) {
  if (conflict === null) return null;
  return (
    <ConflictNotice
      {...conflict}
      what={`the test of ${id}`}
      theirs={describe(conflict.current as CoverageTest)}
      mine={conflict.wanted === null ? "deleted" : describe(conflict.wanted)}
      onKeep={() => {
        conflict.keepTheirs();
        onKept();
      }}
      onApply={conflict.applyMine}
    />
  );
}

/** Sends a change or deletion of a test, based on the displayed state. */
function useTestChange(test: CoverageTest, onDone: () => void) {
  const queries = useQueryClient();
  const { test_id: testId } = test;
  return useGuarded(testEtag(test), {
    mutationFn: async ({ wanted, etag }: Guarded<TestFields | null>) => {
      if (wanted === null) return await deleteTest(testId, etag);
      const { attack_id: _same, ...body } = wanted;
      await changeTest(testId, body, etag);
    },
    onSuccess: onDone,
    onSettled: () =>
      Promise.all(
        ["tests", "coverage"].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      ),
  });
}

function describe(test: Omit<TestFields, "attack_id">): string {
  const { tested_at: at = null } = test;
  const parts = [resultName(test.result), formatTime(at), eventsText(test), test.note];
  return parts.filter((part) => part !== "").join("; ");
}
