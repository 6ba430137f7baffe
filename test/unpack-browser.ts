import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

/**
 * Unpacks the npm package's Chromium into this process's temporary folder: the package knows no other place.
 * `al2023` holds system libraries for machines that lack them.
 */
const packed = fileURLToPath(new URL("../bin/", import.meta.resolve("@sparticuz/chromium")));
await Promise.all(["chromium.br", "fonts.tar.br", "al2023.tar.br", "swiftshader.tar.br"].map((name) => inflate(join(packed, name))));
