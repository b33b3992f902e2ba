import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type FileKind, importFile, type ImportRelease } from "../../api/imports.ts";
import { detectKind } from "./detect-kind.ts";

/** A file to import, its kind, and the release of its ids. */
export interface GivenFile {
  file: File;
  kind: FileKind;
  release: ImportRelease;
}

/** Queries of other pages that an import may affect. */
const CHANGED = ["imports", "intake", "observables", "versions", "releases"];

/** Imports a file: first a dry run, then the import. */
export function useImport() {
  const queries = useQueryClient();
  const [given, setGiven] = useState<GivenFile | null>(null);
  const preview = useMutation({
    mutationFn: ({ file, kind, release }: GivenFile) => importFile(file, kind, release, true),
  });
  const take = useMutation({
    mutationFn: ({ file, kind, release }: GivenFile) => importFile(file, kind, release, false),
    onSettled: () =>
      Promise.all(CHANGED.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const look = (next: GivenFile) => {
    setGiven(next);
    take.reset();
    preview.mutate(next);
  };
  /** @param known the kind of the file, if known */
  const give = async (file: File, known?: FileKind) =>
    look({ file, kind: known ?? (await detectKind(file)), release: {} });
  const forget = () => {
    setGiven(null);
    preview.reset();
    take.reset();
  };
  return { given, preview, take, give, look, forget };
}
