import { Link } from "@tanstack/react-router";
import { Page } from "../../shared/ui/page.tsx";

export function NotFoundPage() {
  return (
    <Page name="Not found" heading="There is no such page">
      <p>
        <Link to="/" className="button">
          To the desk
        </Link>
      </p>
    </Page>
  );
}
