import packageJson from "../../../package.json" with { type: "json" };

export const AUTHOR = packageJson.name;
export const PRODUCER = `${packageJson.name} ${packageJson.version}`;

/** Characters that the documents' own words need besides those of what they tell. */
export const TEMPLATE_TEXT = `${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("")}“”·•`;
