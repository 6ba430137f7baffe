import { packageImports, pluginImports, plugins } from "../house-plan.ts";
import { findImports, type Import, isNamed, resolveImport } from "../imports.ts";
import { type Place, placeOf } from "../place.ts";
import { type SourceFile, lineAt, literalText } from "../source-file.ts";
import type { Violation } from "../violation.ts";

const contract = "packages/junior-web/src/contract.ts";

/** Packages know each other only by what they publish, and only `app/plugins.ts` knows a plugin by name. */
export function checkPackageBorders(file: SourceFile): Violation[] {
  const place = placeOf(file.path);
  if (!place) return [];
  const imported = findImports(file).flatMap((found): Violation[] => {
    const fault = found.specifier === null ? null : faultOf(file, place, found, found.specifier);
    return fault ? [{ file: file.path, line: lineAt(file, found.node.start), rule: "package-border", ...fault }] : [];
  });
  return [...imported, ...findNamedPlugins(file, place)];
}

type Fault = Pick<Violation, "subject" | "advice">;

function faultOf(file: SourceFile, from: Place, { typeOnly }: Import, specifier: string): Fault | null {
  const target = resolveImport(file, specifier);
  if ("path" in target) {
    if (placeOf(target.path)?.package === from.package) {
      return file.path === contract
        ? { subject: target.path, advice: "the contract is read by the server too: it imports only zod" }
        : null;
    }
    if (target.path === `packages/${from.package}/package.json`) return null;
    if (/\.test\.tsx?$/.test(file.path) && target.path.startsWith("test/")) return null;
    return {
      subject: target.path,
      advice: `${target.path} is outside ${from.package}/src: import what its package publishes, by the package's name`,
    };
  }
  const { package: name, subpath } = target;
  if (name.startsWith("node:")) return null;
  const subject = specifier;
  if (file.path === contract && name !== "zod") return { subject, advice: "the contract is read by the server too: it imports only zod" };
  if (from.package === "junior") {
    if (name === "junior-web" && subpath !== "contract")
      return { subject, advice: "of the browser desk the server knows only junior-web/contract" };
    if (isPlugin(name) && from.inside !== "app/plugins.ts")
      return { subject, advice: "only app/plugins.ts names a plugin: use the types of junior-plugin-api" };
    return name === "junior" ? { subject, advice: "import the file itself, by a relative path" } : null;
  }
  const allowed = packageImports[from.package] ?? pluginImports;
  if (allowed === "any library")
    return isOurs(name) ? { subject, advice: `${from.package} shares only contract.ts: ask the server over HTTP` } : null;
  if (!isNamed(name, allowed)) return { subject, advice: `${from.package} may import only ${allowed.join(", ")}` };
  if (name === "kysely" && !typeOnly) return { subject, advice: "the contract takes only types from kysely: write import type" };
  return null;
}

/** Loading by a name in a string would be the same knowledge by another way. */
function findNamedPlugins(file: SourceFile, place: Place): Violation[] {
  if (place.package !== "junior" || place.inside === "app/plugins.ts") return [];
  const imports = new Set(findImports(file).map(({ specifier }) => specifier));
  return file.nodes.flatMap((node): Violation[] => {
    const text = literalText(node);
    if (text === null || !plugins.includes(text) || imports.has(text)) return [];
    return [
      {
        file: file.path,
        line: lineAt(file, node.start),
        rule: "package-border",
        subject: text,
        advice: `only app/plugins.ts names a plugin (${text})`,
      },
    ];
  });
}

const isOurs = (name: string): boolean => name === "junior" || name.startsWith("junior-");
const isPlugin = (name: string): boolean => name.startsWith("junior-") && !(name in packageImports);
