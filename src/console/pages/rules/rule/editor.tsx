import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Rule, ruleQuery, saveRule, validateRule } from "../../../api/rules.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useKeptText } from "../../../parts/use-kept-text.ts";
import styles from "../rules.module.css";
import { Findings } from "./findings.tsx";

const ROWS = 28;

/** Writes a new version; what is typed is kept until it is saved or given up. */
export function Editor({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { rule_id: id, language, content } = rule;
  const [text, setText, clear] = useKeptText(`rule-${id}`, content);
  const check = useMutation({ mutationFn: () => validateRule(language, text) });
  const save = useSave(id, text, () => {
    clear();
    onClose();
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <textarea
        autoFocus
        aria-label="Text of the new version"
        className={`${controls.field} ${styles.editor}`}
        rows={ROWS}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.line}>
        <button
          type="submit"
          className={controls.primary}
          disabled={save.isPending || text === content}
        >
          {save.isPending ? "Being saved" : "Save the version"}
        </button>
        <button
          type="button"
          className={controls.button}
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          Check
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            setText(content);
            clear();
            onClose();
          }}
        >
          Give up
        </button>
      </div>
      {save.isError ? <ErrorPane error={save.error} /> : null}
      {check.isError ? <ErrorPane error={check.error} /> : null}
      {check.data === undefined ? null : <Findings validation={check.data} />}
    </form>
  );
}

/** Saves the text; the pages that show the rule read it again. */
function useSave(id: string, text: string, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => saveRule(id, text),
    onSuccess: async (saved) => {
      queries.setQueryData(ruleQuery(id).queryKey, saved);
      onSaved();
      await Promise.all(
        [["rule", id], ["rules"], ["coverage"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
