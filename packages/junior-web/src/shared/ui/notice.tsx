export function Notice({ children }: { children: React.ReactNode }) {
  return <p className="notice">{children}</p>;
}
