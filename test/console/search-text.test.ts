import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "../../src/console/app/search-text.ts";

it.each([
  [{ version: "19.1" }, "?version=19.1"],
  [{ overlays: "session:1,group:G0016" }, "?overlays=session:1,group:G0016"],
  [{ q: 'a "b" & c=d' }, "?q=a+%22b%22+%26+c%3Dd"],
  [{ q: "Отчёт 报告" }, "?q=%D0%9E%D1%82%D1%87%D1%91%D1%82+%E6%8A%A5%E5%91%8A"],
  [{ open: true }, "?open=true"],
  [{}, ""],
])("reads what it writes: %j", (search, text) => {
  expect(stringifySearch(search)).toBe(text);
  expect(parseSearch(text)).toEqual(search);
});

it("leaves out what has no value", () => {
  expect(stringifySearch({ q: undefined, page: 2 })).toBe("?page=2");
});
