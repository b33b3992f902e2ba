import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeTest, type CoverageTest, deleteTest, testEtag } from "../../../api/tests.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import { type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { formatTime } from "../../../parts/when.ts";
import { TestForm, type TestFields } from "./test-form.tsx";
import styles from "./tests.module.css";
import { eventsText, resultName } from "./words.ts";

/** Changing and deleting a test. */
export function TestActions({ test }: { test: CoverageTest }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const { attack_id: id, test_id: testId } = test;
  const change = useGuarded(testEtag(test), {
    mutationFn: async ({ wanted, etag }: Guarded<TestFields | null>) => {
      if (wanted === null) return await deleteTest(testId, etag);
      const { attack_id: _same, ...body } = wanted;
      await changeTest(testId, body, etag);
    },
    onSuccess: () => setOpen(null),
    onSettled: () =>
      Promise.all(
        ["tests", "coverage"].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      ),
  });
  const { conflict } = change;
  const rules =
    test.rule_id === null ? [] : [{ rule_id: test.rule_id, title: test.rule_title ?? "" }];
  return (
    <>
      <div className={styles.line}>
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
      {open === "edit" ? (
        <TestForm
          known={test}
          rules={rules}
          submit="Save"
          isBusy={change.isPending}
          onSubmit={(fields) => change.send(fields)}
          onCancel={() => setOpen(null)}
        />
      ) : null}
      {open === "delete" ? (
        <div className={styles.line} role="group" aria-label={`Delete the test of ${id}?`}>
          <span>Delete this test? This cannot be undone.</span>
          <button
            type="button"
            className={controls.button}
            disabled={change.isPending}
            onClick={() => change.send(null)}
          >
            Delete the test
          </button>
          <button type="button" className={controls.button} onClick={() => setOpen(null)}>
            Keep it
          </button>
        </div>
      ) : null}
      {change.error === null ? null : <ErrorPane error={change.error} />}
      {conflict === null ? null : (
        <ConflictNotice
          {...conflict}
          what={`the test of ${id}`}
          theirs={describe(conflict.current as CoverageTest)}
          mine={conflict.wanted === null ? "deleted" : describe(conflict.wanted)}
          onKeep={() => {
            conflict.keepTheirs();
            setOpen(null);
          }}
          onApply={conflict.applyMine}
        />
      )}
    </>
  );
}

function describe(test: Omit<TestFields, "attack_id">): string {
  const { tested_at: at = null } = test;
  const parts = [resultName(test.result), formatTime(at), eventsText(test), test.note];
  return parts.filter((part) => part !== "").join("; ");
}
