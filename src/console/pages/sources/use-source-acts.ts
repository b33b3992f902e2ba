import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeSource, runSource, type SourceChange } from "../../api/sources.ts";

/** Returns actions that run and change a source, and refetch the lists that show it. */
export function useSourceActs(id: string) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(["sources", "intake"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const run = useMutation({ mutationFn: () => runSource(id), onSettled });
  const change = useMutation({
    mutationFn: (body: SourceChange) => changeSource(id, body),
    onSettled,
  });
  return { run, change };
}

export type SourceActs = ReturnType<typeof useSourceActs>;
