import { Markdown } from 'markdown-to-jsx/react';
import type { ComponentProps } from 'react';
import type { CardProps } from '../definition.ts';
import { ownText } from '../own-options.ts';
import { safeLink } from '../safe-link.ts';
import classes from './text.module.css';

/** Markdown without HTML. Links lead to where a link of a card may lead; images are named instead of loaded. */
export default function TextCard({ widget, isPreview }: CardProps<'nothing'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a text that is longer than its card is scrolled by keys
    <div className={classes['text']} {...(!isPreview && { tabIndex: 0, role: 'region', 'aria-label': texts.label })}>
      <Markdown options={options}>{ownText(widget, 'text')}</Markdown>
    </div>
  );
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  // Ids in a text could be those of the page.
  slugify: () => '',
  sanitizer: (value: string) => safeLink(value)?.href ?? null,
  overrides: {
    a: { component: Target },
    img: { component: Picture },
    // The page has its own first headings.
    h1: { component: 'h3' },
    h2: { component: 'h4' },
    h3: { component: 'h5' },
    h4: { component: 'h6' },
    h5: { component: 'h6' },
  },
} as const;

function Target({ href, children }: ComponentProps<'a'>) {
  const link = safeLink(href ?? '');
  if (!link) return <>{children}</>;
  return (
    <a href={link.href} {...(link.isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  );
}

function Picture({ alt }: ComponentProps<'img'>) {
  return alt ? <span>{alt}</span> : null;
}

const texts = { label: 'Text' } as const;
