/** Title and description of a page of products. The description is HTML that the server has sanitised. */
export function Heading({ title, description }: { title: string; description: string | null }) {
  return (
    <>
      <h1 className="text-h1">{title}</h1>
      {description ? (
        <div className="prose max-w-prose" dangerouslySetInnerHTML={{ __html: description }} />
      ) : null}
    </>
  );
}
