npx cdk bootstrap
