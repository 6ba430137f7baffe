/** Of the sign-in page alone, in the colours of the desk, which need not be built for it. */
export const signInStyle = `:root {
  color-scheme: light dark;
  --ground: #f7f6f2;
  --surface: #ffffff;
  --ink: #1e1d1a;
  --ink-soft: #5e5b54;
  --line: #dfdcd4;
  --accent: #0b6b5d;
  --accent-press: #08574c;
  --on-accent: #ffffff;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161614;
    --surface: #1f1f1c;
    --ink: #ecebe6;
    --ink-soft: #a9a69d;
    --line: #36352f;
    --accent: #63c7b5;
    --accent-press: #7ed6c6;
    --on-accent: #0b1f1b;
  }
}

* {
  box-sizing: border-box;
  margin: 0;
}

body {
  display: grid;
  place-items: center;
  min-height: 100vh;
  padding: 1rem;
  background: var(--ground);
  color: var(--ink);
  font: 400 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}

main {
  display: flex;
  flex-direction: column;
  gap: 1rem;
  width: min(27rem, 100%);
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--surface);
}

.brand {
  color: var(--ink-soft);
  font-weight: 680;
}

h1 {
  font-size: 1.625rem;
  font-weight: 620;
  line-height: 1.3;
}

button,
.button {
  display: inline-block;
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 0;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 550;
  line-height: 1.75rem;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}

button:hover,
.button:hover {
  background: var(--accent-press);
}

button:focus-visible,
.button:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
`;
