import own from "../../package.json" with { type: "json" };

/** Of this checkout. */
export const version: string = own.version;
