import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A service role with an inline policy; the CDK would add a separate resource. So resources that reference the role are
 * created after its permissions and deleted before them.
 */
export class SelfContainedRole extends Role {
  readonly #document: PolicyDocument;

  constructor(scope: Construct, id: string, service: string) {
    const document = new PolicyDocument();
    super(scope, id, { assumedBy: new ServicePrincipal(service), inlinePolicies: { Permissions: document } });
    this.#document = document;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#document.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
