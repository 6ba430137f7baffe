import ReactMarkdown from "react-markdown";
import type { Components } from "react-markdown";
import remarkGfm from "remark-gfm";

/** Raw HTML stays text. Pictures from elsewhere become links: showing them would tell a stranger who reads. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <ReactMarkdown components={components} remarkPlugins={extensions}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** Tables, strike-through, task lists and bare links, as the model writes them. */
const extensions = [remarkGfm];

const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideLink href={typeof src === "string" ? src : undefined}>{alt || "picture"}</OutsideLink>,
  // Headings inside a text must not compete with the page's own outline.
  h1: ({ children }) => <p className="prose-heading">{children}</p>,
  h2: ({ children }) => <p className="prose-heading">{children}</p>,
  h3: ({ children }) => <p className="prose-heading">{children}</p>,
  h4: ({ children }) => <p className="prose-heading">{children}</p>,
  h5: ({ children }) => <p className="prose-heading">{children}</p>,
  h6: ({ children }) => <p className="prose-heading">{children}</p>,
  table: ({ children }) => (
    <div className="prose-table" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  // Of a task list; nobody can tick it here.
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? "done" : "to do"}>
      {checked ? "☑" : "☐"}
    </span>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

export function OutsideLink({ href, children }: { href: string | undefined; children: React.ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
