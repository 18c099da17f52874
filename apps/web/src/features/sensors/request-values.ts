import type { PackageRequests, PackageRequestsBody } from '@atrium/contract/package-requests';
import { packageRequestProblems, packageRequestTexts } from '@atrium/rules/package-request';
import { type Problem, problemIf } from '@atrium/rules/problem';

/** The fields of the form. */
export interface RequestForm extends Record<string, string | number | boolean> {
  isEnabled: boolean;
  host: string;
  port: number | '';
  tls: boolean;
  username: string;
  /** A new one; the stored one never enters the form. */
  password: string;
  /** A new one, PEM; the stored one never enters the form. */
  caCertificate: string;
  removesCertificate: boolean;
}

/** What the sensor reported is a proposal, until someone saves it. */
export function requestFormOf(stored: PackageRequests): RequestForm {
  const { version, isEnabled, host, port, tls, username, reportedAddress } = stored;
  const secrets = { password: '', caCertificate: '', removesCertificate: false };
  if (version > 0) return { isEnabled, host, port: port ?? '', tls, username, ...secrets };
  return { isEnabled: true, host: reportedAddress ?? '', port: 443, tls: true, username: 'admin', ...secrets };
}

export function requestProblems(form: RequestForm, stored: PackageRequests): Problem[] {
  const { host, port, tls } = valuesOf(form);
  const isMoved = host !== stored.host || port !== stored.port || tls !== stored.tls;
  const isMissing = form.password.trim() === '';
  return [
    ...packageRequestProblems(valuesOf(form)),
    ...problemIf(isMissing && !stored.passwordSet, 'password', packageRequestTexts.password),
    ...problemIf(isMissing && stored.passwordSet && isMoved, 'password', packageRequestTexts.passwordAgain),
  ];
}

export function requestBodyOf(form: RequestForm): PackageRequestsBody {
  const { password, caCertificate, removesCertificate } = form;
  return {
    ...valuesOf(form),
    ...(password !== '' && { password }),
    ...(removesCertificate && { caCertificate: null }),
    ...(caCertificate.trim() !== '' && { caCertificate }),
  };
}

function valuesOf({ isEnabled, host, port, tls, username }: RequestForm) {
  return {
    isEnabled,
    host: host.trim().toLowerCase(),
    port: port === '' ? null : port,
    tls,
    username: username.trim(),
  };
}
