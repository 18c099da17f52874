import { mainProduct } from '@atrium/contract/product';

/** The content of an email, before it is rendered as text and HTML. */
export interface Letter {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** Small print: why this was sent, and what to do if it was unexpected. */
  readonly note: string;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Both formats of a letter. Nothing in it is loaded from anywhere, and no name can become markup or a link next to our
 * own: mail programs turn anything that looks like one into a link, and the name of an organization must not lead
 * readers away.
 */
export function render({ action, ...words }: Letter): Rendered {
  const subject = withoutLinks(words.subject);
  const title = withoutLinks(words.title);
  const paragraphs = words.paragraphs.map(withoutLinks);
  const note = withoutLinks(words.note);
  const text = [title, ...paragraphs, `${action.label}:\n${action.url}`, note, `-- \n${mainProduct.name}`].join('\n\n');
  return { subject, text: `${text}\n`, html: page({ subject, title, paragraphs, action, note }) };
}

const ink = '#1b1f1e';
const quiet = '#5f6662';
const accent = '#0b7a75';
const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function page({ subject, title, paragraphs, action, note }: Letter): string {
  const lines = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escape(paragraph)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;background:#fafaf8;font:16px/1.5 ${font};color:${ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 8px 16px;font-weight:600;color:${quiet}">${escape(mainProduct.name)}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e7e5e0;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escape(title)}</h1>
${lines}
<p style="margin:24px 0"><a href="${escape(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escape(action.label)}</a></p>
<p style="margin:0;font-size:14px;color:${quiet}">If the button does not work, open this address:<br>
<span style="word-break:break-all">${escape(action.url)}</span></p>
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;color:${quiet}">${escape(note)}</td></tr>
</table>
</body>
</html>
`;
}

function withoutLinks(text: string): string {
  return text.replaceAll(/(https?):\/\//gi, '$1 ').replaceAll(/\bwww\./gi, 'www ');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
